import { appendFileSync } from 'node:fs';
import module, { registerHooks, syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Loaded before a server: notes each module that its main thread loads and by which one, and where compiled code is
// flushed, as lines of the file that NOTED names.
const { NOTED: file } = process.env;
if (file !== undefined && isMainThread) {
  const importers = new Map<string, string>();
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (context.parentURL !== undefined && !importers.has(resolved.url))
        importers.set(resolved.url, context.parentURL);
      return resolved;
    },
    load(url, context, next) {
      if (!url.startsWith('node:')) appendFileSync(file, `${url} ${importers.get(url) ?? ''}\n`);
      return next(url, context);
    },
  });
  const flush = module.flushCompileCache;
  module.flushCompileCache = () => {
    appendFileSync(file, 'flush\n');
    flush();
  };
  syncBuiltinESMExports();
}
