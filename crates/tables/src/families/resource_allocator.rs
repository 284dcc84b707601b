//! *Resource allocator*: clients of several classes ask for a resource; those of a higher class come first.

use super::each;

/// How many requests can wait.
const WAITING: usize = 4;

/// A client for each class that is given.
pub fn text(classes: &[usize]) -> String {
    let clients = classes.len();
    let highest = classes.iter().max().copied().unwrap_or(0);
    let channels = each(clients, "\n", |i| format!("chan reply{i} = [0] of {{ mtype }};"));
    let runs = each(clients, ";\n    ", |i| format!("run client(reply{i}, {})", classes[i - 1]));
    format!(
        "/* {clients} clients ask an allocator for a resource. Of the requests that wait, it grants the oldest
 * among those of the highest class. Never do two clients use the resource at once. */

mtype = {{ granted, returned }};

chan requests = [{WAITING}] of {{ byte, chan }};   /* the class, and where to answer */
{channels}

byte using = 0;

proctype client(chan reply; byte class) {{
  do
  :: requests!class,reply;
     reply?granted;
     using++;
     assert(using == 1);
     using--;
     reply!returned
  od
}}

proctype allocator() {{
  chan asking;
  do
  :: atomic {{
       nempty(requests) ->
{choice}
     }};
     asking!granted;
     asking?returned
  od
}}

init {{
  atomic {{
    run allocator();
    {runs}
  }}
}}
",
        choice = choice(highest, "       ")
    )
}

/// Takes the oldest request of the highest class.
fn choice(highest: usize, indent: &str) -> String {
    if highest == 0 {
        return format!("{indent}requests??0,asking");
    }
    format!(
        "{indent}if
{indent}:: requests??[{highest},asking] -> requests??{highest},asking
{indent}:: else ->
{inner}
{indent}fi",
        inner = choice(highest - 1, &format!("{indent}   "))
    )
}
