//! Messages that are sent.

use diagnostics::Span;
use machine::program::{Action, Expr};

use crate::ast::{self, Call, ExprKind};
use crate::declared::{Declared, Type};
use crate::lower::body::Body;
use crate::lower::flow::Fragment;
use crate::lower::{Lowering, Sent, effects, own_queue};

impl<'m> Body<'_, 'm> {
    /// `receiver.message(arguments);`, or `self.method(arguments);`.
    pub fn sending(
        &mut self,
        receiver: &'m ast::Expr,
        name: &'m ast::Name,
        arguments: &'m [ast::Expr],
        span: Span,
    ) -> Option<Fragment> {
        let own = matches!(receiver.kind, ExprKind::Own);
        if own && !self.is_message(name) {
            self.call_own(name, arguments);
            return self.before.take();
        }
        let to = self.value(receiver, None);
        self.sent(to, name, arguments, receiver.span, span)
    }

    /// `f(arguments);`: a call of a method, or a message that the rebec sends to itself.
    pub fn called_alone(&mut self, call: &'m Call) -> Option<Fragment> {
        let server = call.name.as_ref().filter(|name| {
            let found = self.lowering.declared.served(self.class, &name.text);
            found.is_some() && !call.upwards
        });
        if let Some(name) = server {
            let own = (own_queue(), Type::Rebec(Some(self.class)));
            return self.sent(own, name, &call.arguments, call.span, call.span);
        }
        self.call(call);
        self.before.take()
    }

    /// A message to a rebec of a type.
    fn sent(
        &mut self,
        (channel, ty): (Expr, Type),
        name: &'m ast::Name,
        arguments: &'m [ast::Expr],
        receiver: Span,
        span: Span,
    ) -> Option<Fragment> {
        let message = self.lowering.message_of(self.class, receiver, ty, name)?;
        let types = self.lowering.types_at(ty, name, message);
        if !self.has_parameters(&name.text, types.len(), arguments.len(), receiver) {
            return None;
        }
        let changes = arguments.iter().any(effects::calls);
        let channel = if changes { self.kept(channel, ty, receiver) } else { channel };
        let arguments = self.values(arguments, &types);
        let message = self.lowering.message(message, self.class, arguments);
        self.act(Action::Send { channel, sorted: false, message }, span)
    }

    /// Whether a name is one of a message that the rebec serves, and of no method.
    fn is_message(&self, name: &ast::Name) -> bool {
        let declared = &self.lowering.declared;
        let found = declared.find(self.class, &name.text);
        found.is_none_or(|found| declared.message(found).is_some())
            && name.text != self.class_name()
    }

    fn class_name(&self) -> &str {
        &self.lowering.declared.classes[self.class].tree.name.text
    }
}

impl Lowering<'_> {
    /// The message with a name that rebecs of a type serve, which rebecs of a class send.
    fn message_of(
        &mut self,
        by: usize,
        receiver: Span,
        ty: Type,
        name: &ast::Name,
    ) -> Option<usize> {
        let found = match ty {
            Type::Wrong => return None,
            Type::Rebec(Some(class)) => served_by(&mut self.declared, class, name)?,
            Type::Rebec(None) => served_by_some(&mut self.declared, name)?,
            other => {
                let text = format!("{} receives no messages", self.declared.type_name(other));
                self.declared.error(receiver, text);
                return None;
            }
        };
        let to = if let Type::Rebec(class) = ty { class } else { None };
        let sent = Sent { by, to, message: found };
        if !self.sent.contains(&sent) {
            self.sent.push(sent);
        }
        Some(found)
    }
}

impl Lowering<'_> {
    /// What the parameters of a message are for a receiver of a type. Servers of several classes may serve one message and take
    /// rebecs of different classes: if the class of the receiver is not known, what they take may be of another.
    fn types_at(&mut self, receiver: Type, name: &ast::Name, message: usize) -> Vec<Type> {
        if let Type::Rebec(Some(class)) = receiver
            && let Some(server) = self.declared.find(class, &name.text)
        {
            return self.declared.parameters_of(server);
        }
        let mut taken = self.declared.messages[message].parameters.clone();
        for class in 0..self.declared.classes.len() {
            let served = self.declared.served(class, &name.text) == Some(message);
            let Some(server) = self.declared.find(class, &name.text).filter(|_| served) else {
                continue;
            };
            for (known, ty) in taken.iter_mut().zip(self.declared.parameters_of(server)) {
                if *known != ty
                    && let (Type::Rebec(one), Type::Rebec(other)) = (*known, ty)
                {
                    one.into_iter().chain(other).for_each(|class| self.doubt(class, None));
                    *known = Type::Rebec(None);
                }
            }
        }
        taken
    }
}

fn served_by(declared: &mut Declared<'_>, class: usize, name: &ast::Name) -> Option<usize> {
    let found = declared.served(class, &name.text);
    if found.is_none() {
        let method = declared.find(class, &name.text).is_some();
        let class = declared.classes[class].tree.name.text.clone();
        let text = format!("`{class}` has no message server `{}`", name.text);
        let help = "a method is called by the rebec itself; other rebecs are sent messages";
        if method || class == name.text {
            declared.error_with_help(name.span, text, help);
        } else {
            declared.error(name.span, text);
        }
    }
    found
}

fn served_by_some(declared: &mut Declared<'_>, name: &ast::Name) -> Option<usize> {
    let mut named =
        (0..declared.messages.len()).filter(|&m| declared.messages[m].name == name.text);
    match (named.next(), named.next()) {
        (Some(message), None) => Some(message),
        (None, _) => {
            let text = format!("no class has a message server `{}`", name.text);
            declared.error(name.span, text);
            None
        }
        (Some(_), Some(_)) => {
            let text = format!(
                "the class of the receiver is not known, and `{}` has other parameters in other classes",
                name.text
            );
            let help = "say which is meant, as in `((C) sender).m();`";
            declared.error_with_help(name.span, text, help);
            None
        }
    }
}
