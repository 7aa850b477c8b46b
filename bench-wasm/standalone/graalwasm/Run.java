import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.io.ByteSequence;
import org.graalvm.polyglot.io.IOAccess;

/** Runs a WASI program in GraalWasm, with this process's standard input and output. */
public final class Run {
  private static Context context() {
    return Context.newBuilder("wasm")
        // Off by default, like the flags of the JavaScript engines.
        .option("wasm.RelaxedSIMD", "true")
        // One compiler, which a call waits for: a batch is not timed in the interpreter, nor beside a compilation.
        .option("engine.MultiTier", "false")
        .option("engine.BackgroundCompilation", "false")
        .option("wasm.Builtins", "wasi_snapshot_preview1")
        .allowExperimentalOptions(true)
        .allowIO(IOAccess.ALL)
        .build();
  }

  private static Source module(String path) throws IOException {
    byte[] bytes = Files.readAllBytes(Path.of(path));
    return Source.newBuilder("wasm", ByteSequence.create(bytes), new File(path).getName()).build();
  }

  public static void main(String[] args) throws IOException {
    if (args.length == 2 && args[0].equals("--validate")) {
      try (Context context = context()) {
        context.eval(module(args[1]));
      }
    } else if (args.length == 1) {
      try (Context context = context()) {
        context.eval(module(args[0])).newInstance().getMember("exports").getMember("_start").execute();
      } catch (PolyglotException ended) {
        if (!ended.isExit()) throw ended;
        System.exit(ended.getExitStatus());
      }
    } else {
      System.err.println("one program is needed, or --validate MODULE");
      System.exit(2);
    }
  }
}
