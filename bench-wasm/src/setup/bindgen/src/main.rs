//! `bindgen MODULE TARGET FOLDER NAME`: writes NAME.js, NAME.d.ts and NAME_bg.wasm for a module that
//! cargo has compiled, as `wasm-bindgen --target TARGET` would.

use std::env;
use std::error::Error;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [module, target, folder, name] = &arguments[..] else {
        return Err("four arguments are needed: MODULE TARGET FOLDER NAME".into());
    };
    let mut bindgen = Bindgen::new();
    match target.as_str() {
        "web" => bindgen.web(true)?,
        "nodejs" => bindgen.nodejs(true)?,
        _ => return Err(format!("TARGET: web or nodejs, not {target:?}").into()),
    };
    bindgen
        .input_path(module)
        .out_name(name)
        .typescript(true)
        .omit_default_module_path(false)
        .generate(folder)?;
    Ok(())
}
