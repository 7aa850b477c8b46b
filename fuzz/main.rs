//! The differential test as a program: one request a line, one answer a line. `npm run fuzz` asks.

use fqmul::fuzz::answer;

fn main() -> std::io::Result<()> {
    for request in std::io::stdin().lines() {
        println!("{}", answer(&request?));
    }
    Ok(())
}
