// SPDX-License-Identifier: Apache-2.0
//! Reads commands and prints one answer to each, like the programs in other languages; `README.adoc` lists them.
mod bare;
mod input;
mod measurement;
mod whole;

use input::Input;
use measurement::{LIBRARIES, Measurement, Sequence};
use std::{
    collections::HashMap,
    env, fs,
    io::{self, BufRead, Write},
    process,
    time::{SystemTime, UNIX_EPOCH},
};

/// How long a file is used, in seconds: less than its tokens are valid.
const USABLE: u64 = 39_600;

fn main() -> io::Result<()> {
    let path = env::args().nth(1).unwrap_or_default();
    let input = Input::parse(&fs::read_to_string(path)?).unwrap_or_else(|why| {
        eprintln!("{why}");
        process::exit(2)
    });
    let mut program = Program {
        input: &input,
        opened: HashMap::new(),
        used: false,
    };
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line == "quit" {
            break;
        }
        let answer = if line == "list" { program.list() } else { program.answer(&line) };
        let mut out = io::stdout().lock();
        writeln!(out, "{}", answer.unwrap_or_else(|why| format!("failed: {why}")))?;
        out.flush()?;
    }
    Ok(())
}

/// Shows that the sequence is that of the other programs.
fn draw(bound: &str, seed: &str, count: &str) -> Option<String> {
    let bound = bound.parse().ok().filter(|&bound| bound > 0)?;
    let mut sequence = Sequence(seed.parse().ok()?);
    let drawn = (0..count.parse().ok()?).map(|_: usize| format!(" {}", sequence.next(bound)));
    Some(format!("draw{}", drawn.collect::<String>()))
}

struct Program<'a> {
    input: &'a Input,
    opened: HashMap<String, Measurement<'a>>,
    used: bool,
}

impl Program<'_> {
    fn answer(&mut self, line: &str) -> Result<String, String> {
        let unknown = || "unknown command or measurement".to_string();
        let words: Vec<&str> = line.split(' ').collect();
        if let ["draw", bound, seed, count] = words[..] {
            return draw(bound, seed, count).ok_or_else(unknown);
        }
        let [command, regime, algorithm, form, library, ref numbers @ ..] = words[..] else {
            return Err(unknown());
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| error.to_string())?;
        if !(self.input.clock..=self.input.clock + USABLE).contains(&now.as_secs()) {
            return Err("the input file is too old, or the clock is wrong".to_string());
        }
        let name = words[1..5].join(" ");
        if !self.opened.contains_key(&name) {
            let mut sets = self.input.sets.iter();
            let set = sets
                .find(|set| set.regime == regime && set.algorithm == algorithm)
                .ok_or_else(unknown)?;
            let (_, known) = LIBRARIES.iter().find(|one| **one == (form, library)).ok_or_else(unknown)?;
            self.opened.insert(name.clone(), Measurement::open(known, self.input, set)?);
        }
        let measurement = &self.opened[&name];
        let is_first = !self.used;
        self.used = true;
        match (command, numbers) {
            ("check", []) => measurement.check(form == "bare"),
            ("cold", []) => measurement.cold(),
            ("first", [count]) if is_first => measurement.first(count.parse().map_err(|_| unknown())?),
            ("first", [_]) => Err("not the first command of this process".to_string()),
            ("slot", [milliseconds, seed]) => {
                Ok(measurement.slot(milliseconds.parse().map_err(|_| unknown())?, seed.parse().map_err(|_| unknown())?))
            }
            ("memory", []) => measurement.memory(),
            _ => Err(unknown()),
        }
    }

    fn list(&self) -> Result<String, String> {
        let mut lines = vec!["program rust".to_string(), format!("links compiler {}", env!("NATIVE_COMPILER"))];
        lines.extend(env!("NATIVE_LINKS").split(',').map(|link| format!("links {link}")));
        lines.push(format!("flags {}", env!("NATIVE_FLAGS")));
        for set in &self.input.sets {
            for (form, library) in LIBRARIES {
                let name = format!("{} {} {form} {library}", set.regime, set.algorithm);
                lines.push(match measurement::open(library, self.input, &set.algorithm, &set.keys[..1]) {
                    Ok(_) => format!("has {name}"),
                    Err(why) => format!("absent {name} {why}"),
                });
            }
        }
        lines.push("end".to_string());
        Ok(lines.join("\n"))
    }
}
