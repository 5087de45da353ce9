import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const source = (path: string) => join(import.meta.dirname, 'src', path);

/** The React component also as TypeScript source, for use in the page's own code base. */
function withReactSource(): Plugin {
  return {
    name: 'react-source',
    apply: 'build',
    generateBundle() {
      const text = readFileSync(source('react/tendril-chat.tsx'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'widget-react.tsx', source: text });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [withReactSource()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  // Other sites refer to these files by name: each is self-contained, and none has a content hash.
  build: {
    target: 'es2022',
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        widget: source('widget.ts'),
        'widget-react': source('react/tendril-chat.tsx'),
        'widget-call': source('call/widget-call.ts'),
        'widget-call-worklet': source('call/widget-call-worklet.ts'),
      },
      external: ['react'],
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: '[name].js' },
    },
  },
});
