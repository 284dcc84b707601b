//! The driver: a process between the test and the browser, and the session in it.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use super::wire;
use crate::peers::Peer;
use crate::places::Folder;

/// A driver with one session, which is one browser with a new profile. Both end when it is dropped.
pub(super) struct Driver {
    process: Child,
    /// What it prints: a pipe that nobody holds would end it when it prints more.
    printed: BufReader<ChildStdout>,
    port: u16,
    session: String,
    /// The profile of the browser, removed after it has ended.
    profile: Folder,
}

impl Driver {
    /// Starts a driver on a port that the system chooses, and a browser without a window.
    pub(super) fn start() -> Result<Driver, String> {
        let command = Peer::Chromedriver.command();
        let mut process = Command::new(command)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{command}: {error}"))?;
        let printed = process.stdout.take().expect("a pipe");
        // From here on, whatever fails ends the process.
        let mut driver = Driver {
            process,
            printed: BufReader::new(printed),
            port: 0,
            session: String::new(),
            profile: Folder::new("browser"),
        };
        driver.port = driver.read_port()?;
        let wanted = capabilities(&driver.profile);
        let session = wire::ask(driver.port, "POST", "/session", Some(&wanted))?;
        driver.session = session["sessionId"].as_str().ok_or("the session has no name")?.to_owned();
        Ok(driver)
    }

    /// The port, which the driver prints in a line such as `ChromeDriver was started successfully on port 40123.`
    fn read_port(&mut self) -> Result<u16, String> {
        let mut line = String::new();
        while self.printed.read_line(&mut line).map_err(|error| format!("the driver: {error}"))? > 0
        {
            let port = line.split_once("successfully on port ").map(|(_, port)| port.trim_end());
            if let Some(port) = port.and_then(|port| port.trim_end_matches('.').parse().ok()) {
                return Ok(port);
            }
            line.clear();
        }
        Err("the driver ended and said no port".to_owned())
    }

    /// What the session answers; in words, if it refuses.
    pub(super) fn ask(
        &self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value, String> {
        let path = format!("/session/{}{path}", self.session);
        wire::ask(self.port, method, &path, body)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.ask("DELETE", "", None);
        }
        if self.port != 0 {
            // It ends browsers whose session it did not tell of.
            let _ = wire::ask(self.port, "GET", "/shutdown", None);
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The browser that is asked for: no window, no sandbox (which root cannot have), nothing but what pages ask for on the network,
/// and a log of what pages say and request.
fn capabilities(profile: &Folder) -> Value {
    let profile = format!("--user-data-dir={}", profile.path().display());
    let arguments = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--no-first-run",
        &profile,
    ];
    json!({"capabilities": {"alwaysMatch": {
        "browserName": "chrome",
        "goog:chromeOptions": {"args": arguments},
        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
    }}})
}
