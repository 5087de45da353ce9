import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { namePreloads } from './name-preloads.ts';

const compressible = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.txt']);
// Smaller files travel in one packet anyway.
const smallestBytes = 1024;
const apiAddress = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

const proxy = {
  '/api': { target: apiAddress, ws: true },
  '/health': { target: apiAddress },
  // The chat widget is a build of its own, which the server hands out.
  '/widget': { target: apiAddress },
};

/** Writes a `.br` and a `.gz` beside every asset, so that the server never compresses one while somebody waits. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !compressible.has(extname(entry.name))) continue;
        const path = join(entry.parentPath, entry.name);
        const content = readFileSync(path);
        if (content.length < smallestBytes) continue;
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
      }
    },
  };
}

/** Serves what PDFs need that do not bring it themselves: tables of scripts, the standard fonts, decoders of scans. */
function pdfParts(): Plugin {
  const folder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  // Scripts within documents are not run.
  const wanted = /^(?!quickjs).*\.(?:bcmap|pfb|ttf|wasm)$/;
  return {
    name: 'pdf-parts',
    generateBundle() {
      for (const part of ['cmaps', 'standard_fonts', 'wasm'])
        for (const name of readdirSync(join(folder, part)))
          if (wanted.test(name))
            this.emitFile({
              type: 'asset',
              fileName: `assets/pdf/${part}/${name}`,
              source: readFileSync(join(folder, part, name)),
            });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), namePreloads('/screens/canvas/canvas-screen.tsx'), pdfParts(), precompress()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups(normalizePath(join(import.meta.dirname, 'src'))) },
      },
    },
  },
  server: {
    port: 5173,
    proxy,
  },
  preview: {
    port: 4173,
    proxy,
  },
});
