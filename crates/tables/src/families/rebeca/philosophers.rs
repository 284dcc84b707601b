//! *Dining philosophers*. The counts of the paper are those of two programs: for even numbers that of Figure 2, where every
//! other philosopher is left-handed, and for odd ones one whose forks remember who asked, where one is.

use super::each;

/// Some philosophers and as many forks.
pub fn text(philosophers: usize) -> String {
    if philosophers.is_multiple_of(2) { figure_2(philosophers) } else { remembering(philosophers) }
}

/// Figure 2: who finds a fork busy is put off by a message that the fork sends to itself.
fn figure_2(count: usize) -> String {
    let forks = "reactiveclass Fork(3) {
    knownrebecs { Phil left, right; }
    statevars { boolean busy, leftWaits; }

    msgsrv initial() { busy = false; }

    msgsrv request() {
        if (sender == self) {
            if (busy) {
                self.request();
            } else {
                busy = true;
                if (leftWaits) left.permit(); else right.permit();
            }
        } else if (busy) {
            leftWaits = sender == left;
            self.request();
        } else {
            busy = true;
            if (sender == left) left.permit(); else right.permit();
        }
    }

    msgsrv release() { busy = false; }
}
";
    let permit = "if (sender == first) {
            hasFirst = true;
            second.request();
        } else {
            hasSecond = true;
            self.eat();
        }";
    let is_reversed = |philosopher| philosopher % 2 == 0;
    model(count, forks, permit, is_reversed)
}

/// A fork knows who asked for it and who has it.
fn remembering(count: usize) -> String {
    let forks = "reactiveclass Fork(3) {
    knownrebecs { Phil left, right; }
    statevars { boolean leftHas, rightHas, leftAsked, rightAsked; }

    msgsrv initial() {
        leftHas = false;
        rightHas = false;
        leftAsked = false;
        rightAsked = false;
    }

    msgsrv request() {
        if (sender == left && !leftAsked) {
            leftAsked = true;
            leftHas = !rightHas;
            if (leftHas) left.permit();
        } else if (sender == right && !rightAsked) {
            rightAsked = true;
            rightHas = !leftHas;
            if (rightHas) right.permit();
        }
    }

    msgsrv release() {
        if (sender == left && leftHas) {
            leftAsked = false;
            leftHas = false;
            rightHas = rightAsked;
            if (rightHas) right.permit();
        } else if (sender == right && rightHas) {
            rightAsked = false;
            rightHas = false;
            leftHas = leftAsked;
            if (leftHas) left.permit();
        }
    }
}
";
    let permit = "if (sender == first && !hasFirst) {
            hasFirst = true;
            second.request();
        } else if (sender == second && hasFirst && !hasSecond) {
            hasSecond = true;
            self.eat();
        }";
    let is_reversed = |philosopher| philosopher == 0;
    model(count, forks, permit, is_reversed)
}

/// Philosophers who do this when they are given a fork, and forks of this class. A philosopher who is reversed takes the fork
/// on the other side first.
fn model(count: usize, forks: &str, permit: &str, is_reversed: fn(usize) -> bool) -> String {
    let before = |place: usize| (place + count - 1) % count;
    let run_philosophers = each(count, "\n", |place| {
        let (first, second) =
            if is_reversed(place) { (place, before(place)) } else { (before(place), place) };
        format!("    Phil phil{place}(fork{first}, fork{second}):();")
    });
    let run_forks = each(count, "\n", |place| {
        format!("    Fork fork{place}(phil{place}, phil{}):();", (place + 1) % count)
    });
    format!(
        "/* {count} dining philosophers, not all of whom take the fork on the same side first. */

{forks}
reactiveclass Phil(3) {{
    knownrebecs {{ Fork first, second; }}
    statevars {{ boolean eating, hasFirst, hasSecond; }}

    msgsrv initial() {{
        hasFirst = false;
        hasSecond = false;
        eating = false;
        self.arrive();
    }}

    msgsrv arrive() {{ first.request(); }}

    msgsrv permit() {{
        {permit}
    }}

    msgsrv eat() {{
        eating = true;
        self.leave();
    }}

    msgsrv leave() {{
        hasFirst = false;
        hasSecond = false;
        eating = false;
        first.release();
        second.release();
        self.arrive();
    }}
}}

main {{
{run_philosophers}
{run_forks}
}}
"
    )
}
