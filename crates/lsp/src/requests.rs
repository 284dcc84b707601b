//! What clients ask: what the server can do, lenses, mends, commands and words.

use std::collections::HashMap;
use std::path::Path;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeLens, CodeLensParams, Command,
    CompletionParams, ExecuteCommandParams, InitializeParams, MessageType, Range, TextEdit, Uri,
    WorkspaceEdit,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::address::Address;
use crate::completion::words;
use crate::lifecycle::Phase;
use crate::message::{INVALID_PARAMS, METHOD_NOT_FOUND, Refusal};
use crate::remarks::Note;
use crate::run::{Unanswered, holds};
use crate::server::Server;

/// The command that checks a text.
const CHECK: &str = "quotient.check";
/// The command that says how to explore one.
const EXPLORE: &str = "quotient.explore";

impl Server<'_> {
    /// Answers a request.
    ///
    /// # Errors
    /// That it is not known, or lacks something.
    pub(crate) fn requested(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        match method {
            "initialize" => Ok(self.initialize(&given(params)?)),
            "shutdown" => {
                self.phase = Phase::ShutDown;
                self.no_longer_answered();
                self.symmetry.cancel_all();
                self.checks.cancel_all();
                Ok(Value::Null)
            }
            "textDocument/codeLens" => Ok(self.lenses(&given(params)?)),
            "textDocument/codeAction" => Ok(self.actions(&given(params)?)),
            "textDocument/completion" => Ok(self.completion(&given(params)?)),
            "textDocument/hover" => Ok(self.hover(&given(params)?)),
            "textDocument/definition" => Ok(self.definition(&given(params)?)),
            "textDocument/references" => Ok(self.references(&given(params)?)),
            "textDocument/documentHighlight" => Ok(self.highlights(&given(params)?)),
            "textDocument/documentSymbol" => Ok(self.symbols(&given(params)?)),
            "workspace/executeCommand" => self.execute(&given(params)?),
            _ => Err(Refusal::new(METHOD_NOT_FOUND, format!("there is no `{method}` here"))),
        }
    }

    fn initialize(&mut self, params: &InitializeParams) -> Value {
        self.client.can(&params.capabilities);
        self.phase = Phase::Ready;
        json!({
            "capabilities": {
                "positionEncoding": self.client.encoding.kind(),
                "textDocumentSync": { "openClose": true, "change": 2, "save": {} },
                "codeLensProvider": {},
                "codeActionProvider": { "codeActionKinds": [CodeActionKind::QUICKFIX, CodeActionKind::SOURCE] },
                "completionProvider": {},
                "hoverProvider": true,
                "definitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "documentSymbolProvider": true,
                "executeCommandProvider": { "commands": [CHECK, EXPLORE] },
            },
            "serverInfo": { "name": "quotient", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// What the first line of a text shows: its verdict, and what can be done.
    fn lenses(&mut self, params: &CodeLensParams) -> Value {
        self.look_at_files();
        let address = Address::of_uri(&params.text_document.uri);
        let document = self.documents.get(&address);
        let is_model = document.is_some_and(|it| it.language.is_some() && it.text.is_ok());
        if !is_model || address.path().is_none() {
            return json!([]);
        }
        let verdict = self.known.get(&address).and_then(|known| known.verdict.as_ref());
        let check = match verdict {
            _ if self.checks.has(&address) => "checking…",
            Some(verdict) if self.is_current(&verdict.remarks) => &verdict.title,
            _ => "check",
        };
        let lens = |title: &str, command: &str| CodeLens {
            range: Range::default(),
            command: Some(Command {
                title: title.to_owned(),
                command: command.to_owned(),
                arguments: Some(vec![json!(params.text_document.uri)]),
            }),
            data: None,
        };
        json!([lens(check, CHECK), lens("explore", EXPLORE)])
    }

    /// The changes that mend what is wrong in a range; and, where no lens offers it, the check.
    fn actions(&self, params: &CodeActionParams) -> Value {
        let address = Address::of_uri(&params.text_document.uri);
        let (uri, asked) = (&params.text_document.uri, params.range);
        let wanted = |kind: &CodeActionKind| {
            let only = params.context.only.as_deref();
            only.is_none_or(|only| only.iter().any(|it| is_kind_of(kind, it)))
        };
        let near = |range: Range| range.start <= asked.end && asked.start <= range.end;
        let notes = self.notes(&address).filter(|note| near(note.diagnostic.range));
        let mut actions: Vec<CodeAction> = notes.filter_map(|note| mend(note, uri)).collect();
        if !self.client.has_lenses && self.documents.contains_key(&address) {
            actions.push(check_action(uri));
        }
        actions.retain(|action| action.kind.as_ref().is_none_or(wanted));
        json!(actions)
    }

    /// The words that may be meant: those of the text and of what it includes. As they change with every key, nothing is waited for: names may
    /// be those of an older text.
    fn completion(&self, params: &CompletionParams) -> Value {
        let place = &params.text_document_position;
        let address = Address::of_uri(&place.text_document.uri);
        let Some(document) = self.documents.get(&address) else { return json!([]) };
        let Ok(text) = &document.text else { return json!([]) };
        let known = self.known.get(&address);
        let included = known.into_iter().flat_map(|it| &it.read.texts).skip(1);
        let included: Vec<&str> = included.map(|(_, text)| &**text).collect();
        let names = known.map(|known| &known.names);
        json!(words(text, place.position, &included, names, self.client.encoding))
    }

    /// Begins what a command asks for, and waits for nothing.
    fn execute(&mut self, params: &ExecuteCommandParams) -> Result<Value, Refusal> {
        let uri: Uri = given(params.arguments.first().cloned().unwrap_or_default())?;
        let address = Address::of_uri(&uri);
        let language = self.documents.get(&address).and_then(|document| document.language);
        let path = address.path().filter(|_| language.is_some());
        let path =
            path.ok_or_else(|| Refusal::new(INVALID_PARAMS, "this is no open model in a file"))?;
        match params.command.as_str() {
            CHECK => self.check(&address, &path),
            EXPLORE => {
                let quoted = path.display().to_string().replace('\'', "'\\''");
                let text = format!("in a terminal: quotient explore '{quoted}'");
                self.client.show(MessageType::INFO, &text);
            }
            other => {
                return Err(Refusal::new(INVALID_PARAMS, format!("there is no command `{other}`")));
            }
        }
        Ok(Value::Null)
    }

    /// Has a text checked that its file holds.
    fn check(&mut self, address: &Address, path: &Path) {
        let document = self.documents.get(address);
        let text = document.and_then(|document| document.text.as_ref().ok());
        let mistakes = text.map(|text| (self.options)(text).mistakes).unwrap_or_default();
        if let Some((line, mistake)) = mistakes.first() {
            let words =
                format!("line {line} cannot be understood, so nothing is checked: {mistake}");
            self.client.show(MessageType::WARNING, &words);
        } else if !text.is_some_and(|text| holds(path, text)) {
            let words = Unanswered::Unsaved.in_words().unwrap_or_default();
            self.client.show(MessageType::WARNING, &words);
        } else if !self.checks.has(address) {
            self.checks.ask(address);
            self.client.refresh_lenses();
        }
    }
}

/// What a request is given.
fn given<P: DeserializeOwned>(params: Value) -> Result<P, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal::new(INVALID_PARAMS, error.to_string()))
}

/// Whether a kind is another one, or below it.
fn is_kind_of(kind: &CodeActionKind, other: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(other.as_str());
    other.as_str().is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The action that checks a text.
fn check_action(uri: &Uri) -> CodeAction {
    let title = "check with quotient".to_owned();
    let arguments = Some(vec![json!(uri)]);
    let command = Command { title: title.clone(), command: CHECK.to_owned(), arguments };
    let kind = Some(CodeActionKind::SOURCE);
    CodeAction { title, kind, command: Some(command), ..Default::default() }
}

/// The action that mends what a remark is about, if that is known.
fn mend(note: &Note, uri: &Uri) -> Option<CodeAction> {
    let mend = note.mend.as_ref()?;
    let edit = TextEdit { range: mend.range, new_text: mend.text.clone() };
    #[expect(
        clippy::mutable_key_type,
        reason = "the type of the protocol, whose keys nobody changes"
    )]
    let changes = HashMap::from([(uri.clone(), vec![edit])]);
    Some(CodeAction {
        title: mend.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![note.diagnostic.clone()]),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..Default::default() }),
        is_preferred: Some(true),
        ..Default::default()
    })
}
