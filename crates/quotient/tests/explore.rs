//! The explorer as a user has it: in a browser, by mouse and by keys.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout};

use testing::browser::{Browser, keys};

use crate::support::Place;

/// Three users of a lock that does not close.
const LOCK: &str = "bool locked; byte inside;
active [3] proctype user() {
  do
  :: !locked; locked = true;
     inside++;
     inside--;
     locked = false
  od
}
";

/// The program, which hands out pages until it is dropped.
struct Pages {
    program: Child,
    /// What it says: once nobody reads that any more it ends.
    _said: BufReader<ChildStdout>,
    link: String,
}

impl Pages {
    fn of(place: &Place, arguments: &str) -> Pages {
        let mut program = place.start(&format!("explore {arguments}"));
        let mut said = BufReader::new(program.stdout.take().expect("its output"));
        let mut line = String::new();
        said.read_line(&mut line).expect("a line");
        let link = line.split_once(": ").map(|(_, link)| link.trim().to_owned());
        Pages { program, _said: said, link: link.unwrap_or_else(|| panic!("no link in {line:?}")) }
    }

    /// Where they are.
    fn origin(&self) -> &str {
        let end = self.link["http://".len()..].find('/').expect("a path") + "http://".len();
        &self.link[..end]
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn browser() -> Option<Browser> {
    Browser::start().expect("it starts")
}

fn at(browser: &Browser) -> String {
    browser.text(&browser.find("#state h2"))
}

#[test]
fn a_run_is_walked_with_the_mouse() {
    let Some(browser) = browser() else { return };
    let place = Place::new("explore_mouse");
    place.file("lock.pml", LOCK);
    let pages = Pages::of(&place, "lock.pml");
    browser.go(&pages.link);
    assert_eq!(at(&browser), "State after step 0");
    // Three equal users are one entry.
    assert_eq!(browser.find_all("#steps a.step").len(), 1);
    assert!(
        browser.text(&browser.find("#steps li")).starts_with("user(0), user(1), user(2): !locked")
    );
    assert_eq!(browser.text(&browser.find("#size")), "1");
    let mut urls = vec![browser.url()];
    for step in 1..=10 {
        browser.click(&browser.find("#steps a.step"));
        assert_eq!(at(&browser), format!("State after step {step}"));
        urls.push(browser.url());
    }
    browser.back();
    assert_eq!((at(&browser), browser.url()), ("State after step 9".to_owned(), urls[9].clone()));
    browser.reload();
    assert_eq!(at(&browser), "State after step 9");
    browser.click(&browser.find("a[rel=prev]"));
    assert_eq!(at(&browser), "State after step 8");
    browser.go(&urls[10]);
    assert_eq!(at(&browser), "State after step 10");
    let errors = browser.console();
    assert!(errors.is_empty(), "{errors:?}");
    // A browser that begins has a page of its own.
    let requests: Vec<String> =
        browser.requests().into_iter().filter(|it| !it.starts_with("chrome:")).collect();
    let elsewhere = |it: &&String| !it.starts_with(pages.origin()) && !it.starts_with("data:");
    assert_eq!(requests.iter().filter(elsewhere).collect::<Vec<_>>(), Vec::<&String>::new());
    assert!(!requests.is_empty());
}

#[test]
fn twins_searches_and_comparisons_are_pages() {
    let Some(browser) = browser() else { return };
    let place = Place::new("explore_find");
    place.file("lock.pml", LOCK);
    let pages = Pages::of(&place, "lock.pml");
    browser.go(&pages.link);
    browser.click(&browser.find("#steps a.step"));
    let first = browser.url();
    assert!(!browser.find_all(".exchanges button").is_empty());
    let exchange = "(user(0)%20user(2))";
    browser.go(&format!("{}/twin?{}&exchange={exchange}", pages.origin(), query(&first)));
    let twin = browser.url();
    assert_ne!(first, twin);
    assert_eq!(at(&browser), "State after step 1");
    // The twin goes on as the run does, under another name.
    browser.go(&format!("{}/compare?{}&with={}", pages.origin(), query(&first), run(&twin)));
    let equal = browser.text(&browser.find("#equal"));
    assert!(equal.starts_with("The other run is this one after (user("), "{equal}");
    assert_eq!(browser.text(&browser.find("#common")), "Both runs begin with the same 0 steps.");

    let find = |goal: &str, text: &str| {
        let origin = pages.origin();
        browser.go(&format!("{origin}/find?{}&from=here&goal={goal}&text={text}", query(&first)));
    };
    find("predicate", "user(2).inside%3D%3D1");
    browser.wait_for("#wrong");
    find("predicate", "inside%3D%3D1");
    browser.wait_for("#state");
    assert!(browser.text(&browser.find("#state")).contains("inside 1 0"));
    find("line", "6");
    browser.wait_for("#state");
    assert!(browser.text(&browser.find("#run li.here")).contains("inside--"));
    find("deadlock", "");
    assert!(
        browser.text(&browser.wait_for("#found")).starts_with("There is none that can be reached")
    );
    let errors = browser.console();
    assert!(errors.is_empty(), "{errors:?}");
}

fn query(url: &str) -> String {
    url.split_once('?').expect("a query").1.to_owned()
}

fn run(url: &str) -> String {
    let (_, run) = url.split_once("run=").expect("a run");
    run.split(['&', '#']).next().unwrap_or_default().to_owned()
}

#[test]
fn everything_is_done_with_keys() {
    let Some(browser) = browser() else { return };
    let place = Place::new("explore_keys");
    place.file("lock.pml", LOCK);
    let pages = Pages::of(&place, "lock.pml");
    browser.go(&pages.link);
    let pressed = |key: &str, step: usize| {
        browser.press(key);
        let told = format!("State after step {step}");
        browser.wait_until(&format!(
            "return document.querySelector('#state h2')?.textContent === '{told}'"
        ));
    };
    pressed("1", 1);
    pressed("1", 2);
    pressed("u", 1);
    pressed(&format!("{}{}", keys::DOWN, keys::ENTER), 2);
    pressed("b", 0);
    pressed("c", 0);
    assert!(browser.url().contains("as=classes"));
    assert!(browser.text(&browser.find("#steps li")).contains("class of 3"));
    // What is typed is no command.
    browser.press("/");
    browser.press(&format!("inside == 1{}", keys::ENTER));
    let cells = "[...document.querySelectorAll('#state tr.changed td')].map(it => it.textContent)";
    browser.wait_until(&format!("return {cells}.join() === '1,0'"));
}

#[test]
fn an_address_of_a_changed_model_is_followed_as_far_as_it_fits() {
    let Some(browser) = browser() else { return };
    let place = Place::new("explore_changed");
    place.file("lock.pml", LOCK);
    let address = {
        let pages = Pages::of(&place, "lock.pml");
        browser.go(&pages.link);
        (0..5).for_each(|_| browser.click(&browser.find("#steps a.step")));
        query(&browser.url())
    };
    let changed = LOCK.replace("!locked", "locked == false");
    place.file("lock.pml", changed);
    let pages = Pages::of(&place, "lock.pml");
    browser.go(&pages.link);
    browser.go(&format!("{}/?{address}", pages.origin()));
    let told = browser.text(&browser.find("#parted"));
    assert!(told.contains("parts after 0 steps"), "{told}");
    assert!(told.contains("The model has changed"), "{told}");
}

/// Both alternatives can do the same, and only one of them something else: no symmetry makes one of the other.
#[test]
fn steps_that_can_do_the_same_are_not_equal_for_that() {
    let place = Place::new("explore_unequal");
    let model = "byte x; byte w;
active [2] proctype P() {
  if :: w = 2 :: w = 3 fi;
  if
  :: atomic { skip; if :: x = 1 :: x = 2 fi }
  :: atomic { skip; if :: x = 1 :: x = 3 fi }
  fi;
  assert(x == 1 || x != w); x = 7
}
";
    place.file("m.pml", model);
    let commands = "class\n1\nclass\n2\ntwin ()\ntrace\n";
    let said = place.feed("simulate m.pml -i --seed 1", commands).out;
    let (first, rest) = said.split_once("> 1\n").expect("a step");
    // Who begins does not matter, nor which of two values is chosen.
    assert!(first.contains("equal steps: 1, 2, 3, 4\n"), "{said}");
    let of_class = rest.split("> class\n").nth(1).expect("a class").split("> 2").next().unwrap();
    assert!(of_class.contains("no exchange leaves it as it is"), "{said}");
    assert!(!of_class.contains("equal steps"), "{said}");
    // What moves nothing changes nothing.
    assert!(said.split("> trace\n").nth(1).expect("a trace").contains("6  skip"), "{said}");
}

/// Processes of two types with one text change places, and their lines are not one another's.
#[test]
fn a_line_is_no_other_line() {
    let place = Place::new("explore_lines");
    let model = "byte n;
active proctype A() {
  n++;
  n--;
  n = 5
}
active proctype B() {
  n++;
  n--;
  n = 5
}
";
    place.file("m.pml", model).run("symmetry m.pml").expect(0, &["A(0), B(1) interchangeable"]);
    for (line, process, steps) in [(3, "A(0)", 1), (4, "A(0)", 2), (5, "A(0)", 3), (10, "B(1)", 3)]
    {
        let said = place.feed("simulate m.pml -i --seed 1", format!("find line {line}\n")).out;
        let (told, _) = said.split_once(" on, after").expect("it is found");
        assert!(
            told.ends_with(&format!("{steps} transition{}", if steps == 1 { "" } else { "s" })),
            "{said}"
        );
        let last: Vec<&str> =
            told.lines().rev().nth(1).expect("a step").split_whitespace().collect();
        assert_eq!(last[1..3], [process, &line.to_string()], "{said}");
    }
    for (line, answer) in [
        ("0", "m.pml has 11 lines"),
        ("12", "m.pml has 11 lines"),
        ("n.pml:3", "the model has no file `n.pml`"),
    ] {
        place.feed("simulate m.pml -i", format!("find line {line}\n")).expect(0, &[answer]);
    }
}

/// A lock that does not close, whose users assert that it does.
const BROKEN: &str = "bool locked; byte inside;
active [3] proctype user() {
  do
  :: !locked; locked = true;
     inside++;
     assert(inside == 1);
     inside--;
     locked = false
  od
}
";

#[test]
fn a_counterexample_is_compared_with_by_a_link() {
    let Some(browser) = browser() else { return };
    let place = Place::new("explore_counterpart");
    place.file("m.pml", BROKEN);
    place.run("check m.pml --trace bad.json").expect(1, &[]);
    {
        let pages = Pages::of(&place, "m.pml");
        browser.go(&pages.link);
        assert!(browser.find_all("#counterpart").is_empty());
        browser.click(&browser.find("#steps a.step"));
        let here = browser.url();
        let query = query(&here);
        browser.go(&format!(
            "{}/find?{query}&from=here&goal=violation&text=assertions",
            pages.origin()
        ));
        browser.wait_for("#ending");
        let found = run(&browser.url());
        browser.go(&here);
        assert_eq!(browser.text(&browser.find("#counterpart")), "compare with the counterexample");
        browser.click(&browser.find("#counterpart"));
        assert_eq!(browser.text(&browser.find("#common")), "Both runs begin with the same 1 step.");
        browser.click(&browser.find("thead a"));
        assert_eq!(run(&browser.url()), found);
    }
    let pages = Pages::of(&place, "m.pml --trace bad.json");
    browser.go(&pages.link);
    browser.click(&browser.find("a[rel=prev]"));
    browser.click(&browser.find("#counterpart"));
    assert!(browser.text(&browser.find("#common")).contains("the same"));
    let errors = browser.console();
    assert!(errors.is_empty(), "{errors:?}");
}

/// The numbers of a histogram's columns.
fn columns(browser: &Browser) -> Vec<u64> {
    let script = "return [...document.querySelectorAll('#levels .column title')].map((it) => it.textContent).join('|')";
    let told = browser.execute(script, &[]).as_str().expect("a text").to_owned();
    let number = |it: &str| {
        it.rsplit(": ").next().map(|it| it.chars().filter(char::is_ascii_digit).collect::<String>())
    };
    told.split('|').filter_map(number).map(|it| it.parse().expect("a number")).collect()
}

#[test]
fn states_are_counted_by_depth() {
    let Some(browser) = browser() else { return };
    let place = Place::new("explore_count");
    place.file("lock.pml", LOCK);
    for (symmetry, counted) in [("--symmetry off", "state"), ("", "class")] {
        let pages = Pages::of(&place, &format!("lock.pml {symmetry}"));
        browser.go(&pages.link);
        browser.click(&browser.find("#find form:nth-of-type(2) button"));
        let figure = browser.wait_for("#levels");
        assert!(!browser.text(&figure).is_empty());
        let said = browser.text(&browser.find("#found"));
        assert!(said.starts_with("All states that can be reached: "), "{said}");
        assert!(said.contains(counted), "{said}");
        let told: u64 = said.split_whitespace().nth(6).expect("a number").parse().expect(&said);
        assert_eq!(columns(&browser).iter().sum::<u64>(), told, "{said}");
        // What is nowhere was looked for everywhere.
        let origin = pages.origin();
        let query = "model=&run=&from=start&goal=predicate&text=inside%3D%3D9";
        browser.go(&format!("{origin}/find?{query}"));
        browser.wait_for("#levels");
        assert!(browser.text(&browser.find("#found")).starts_with("There is none"));
    }
}

#[test]
fn the_graph_names_exchanges() {
    let Some(browser) = browser() else { return };
    let place = Place::new("explore_graph");
    place.file("lock.pml", LOCK);
    let pages = Pages::of(&place, "lock.pml");
    browser.go(&pages.link);
    browser.click(&browser.find("#steps a.step"));
    browser.go(&format!("{}/graph?{}&as=classes", pages.origin(), query(&browser.url())));
    let graph = browser.text(&browser.find("#graph"));
    assert!(graph.contains("then (user("), "{graph}");
    browser.go(&format!(
        "{}/graph?{}",
        pages.origin(),
        query(&browser.url()).replace("&as=classes", "")
    ));
    assert!(!browser.text(&browser.find("#graph")).contains("then ("));
}

#[test]
fn the_page_of_a_beginning_lists_all_of_them() {
    let Some(browser) = browser() else { return };
    let place = Place::new("explore_starts");
    let model =
        "process count = 2; local pointer next; mode m { when next == P may next = NULL; goto m; }";
    place.file("m.red", model).file("lock.pml", LOCK);
    {
        let pages = Pages::of(&place, "m.red");
        browser.go(&pages.link);
        let entries = browser.find_all("#starts a.start");
        assert_eq!(entries.len(), 9);
        browser.click(&entries[8]);
        assert_eq!(run(&browser.url()), "~8~");
        assert_eq!(
            browser.text(&browser.find("#starts li.here")),
            browser.text(&browser.find_all("#starts a.start")[8])
        );
        // A search from the beginning begins in all.
        let goal = "from=start&goal=predicate&text=next%5B1%5D%3D%3D1";
        browser.go(&format!("{}/find?model=&run=&{goal}", pages.origin()));
        browser.wait_for("#state");
        assert!(run(&browser.url()).starts_with('~'), "{}", browser.url());
    }
    let pages = Pages::of(&place, "lock.pml");
    browser.go(&pages.link);
    assert!(browser.find_all("#starts").is_empty());
}

/// A search that another one has ended does not begin again by itself, and what has been found is not looked for twice.
#[test]
fn searches_of_two_pages_do_not_restart_each_other() {
    let Some(browser) = browser() else { return };
    let place = Place::new("explore_two");
    place.file(
        "m.pml",
        "byte a, b, c, d; active [4] proctype P() { do :: a++ :: b++ :: c++ :: d++ od }\n",
    );
    let pages = Pages::of(&place, "m.pml --symmetry off --memory 1G");
    browser.go(&pages.link);
    let ask = |goal: &str| {
        let origin = pages.origin();
        browser.go(&format!("{origin}/find?model=&run=&from=start&{goal}"));
    };
    ask("goal=predicate&text=a%2Bb%3D%3D1000");
    let first = browser.wait_for("#searching");
    assert!(browser.text(&first).contains("Searching"));
    let first = browser.url();
    ask("goal=count");
    browser.wait_for("#searching");
    let second = browser.url();
    browser.go(&first);
    let ended = browser.wait_for("#ended");
    assert!(browser.text(&ended).contains("was ended after"));
    // The page does not look again, and the other search goes on.
    assert!(browser.find_all("meta[http-equiv=refresh]").is_empty());
    browser.go(&second);
    browser.wait_for("#searching");
    browser.click(&browser.find("form[action='/cancel'] button"));
    browser.wait_for("#state");
    browser.go(&second);
    browser.wait_for("#ended");
    browser.click(&browser.find("button[name=from]"));
    browser.wait_for("#searching");
    assert_ne!(browser.url(), second);
    ask("goal=predicate&text=a%3D%3D2");
    browser.wait_for("#state");
    browser.go(&format!("{}/found?model=&run=&search=77", pages.origin()));
    browser.wait_for("#forgotten");
}

#[test]
fn a_formula_is_judged_elsewhere_and_its_counterexample_says_what_it_violates() {
    let Some(browser) = browser() else { return };
    let place = Place::new("explore_formula");
    place.file(
        "m.pml",
        "byte x; active proctype p() { do :: x = 1 - x od }\nltl live { <> (x == 5) }\n",
    );
    place.run("check m.pml --trace bad.json").expect(1, &["live             VIOLATED"]);
    let pages = Pages::of(&place, "m.pml --trace bad.json");
    browser.go(&pages.link);
    let violates = browser.text(&browser.wait_for("#violates"));
    assert!(violates.contains("live is violated by a run that repeats its steps"), "{violates}");
    let judged = browser.text(&browser.find("#properties .of-runs"));
    assert!(judged.starts_with("live: of whole runs"), "{judged}");
    browser.go(&format!("{}/find?model=&run=&goal=violation&text=live", pages.origin()));
    let why = browser.text(&browser.wait_for("#wrong"));
    assert!(why.contains("`quotient check --property live` judges it"), "{why}");
    assert!(browser.find_all("#violates").is_empty());
    let said = place.feed("simulate m.pml -i", "find violation nobody\n").out;
    assert!(said.contains("the model has no property `nobody`, but assertions, "), "{said}");
}

/// What has no value somewhere is not said to be false there.
#[test]
fn an_expression_without_a_value_somewhere_is_told_so() {
    let place = Place::new("explore_gaps");
    place.file("m.pml", "byte n = 1; active proctype P() { n = 0; n = 2; n = 3 }\n");
    let said = place.feed("simulate m.pml -i", "find 10 / n == 77\nfind n == 77\n").out;
    let (first, second) = said.split_once("> find n").expect("two answers");
    assert!(first.contains("in some of which it has no value"), "{said}");
    assert!(second.contains("there is none") && !second.contains("no value"), "{said}");
}

/// The picture in the guide.
#[test]
#[ignore = "writes a picture into the guide"]
fn the_guide_shows_a_page() {
    let Some(browser) = browser() else { return };
    let place = Place::new("explore_picture");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let model = fs::read(root.join("models/promela/broken-lock-4.pml")).expect("an example");
    place.file("broken-lock-4.pml", model);
    let pages = Pages::of(&place, "broken-lock-4.pml");
    browser.resize(1500, 1000);
    browser.go(&pages.link);
    (0..3).for_each(|_| browser.click(&browser.find("#steps a.step")));
    browser.press("c");
    browser.wait_until("return location.search.includes('as=classes')");
    fs::write(root.join("docs/guide/explore.png"), browser.screenshot()).expect("a file");
}
