import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const OUT = resolve(import.meta.dirname, '../src/tablee/web/page');
const WORTH = 1024; // smaller files are not worth a compressed twin

/** Beside every file that gains by it, the same file compressed: the server then has nothing to work out. */
function compressed(): Plugin {
  let out = OUT;
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      out = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const each of readdirSync(out, { recursive: true, withFileTypes: true })) {
        if (!each.isFile() || !/\.(js|css|html|svg)$/.test(each.name)) continue;
        const path = join(each.parentPath, each.name);
        const data = readFileSync(path);
        if (data.length < WORTH) continue;
        writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
        writeFileSync(`${path}.br`, brotliCompressSync(data, { params }));
      }
    },
  };
}

/** What the table needs at once stands in one file: many small ones compress worse, and each costs a request. */
const TOGETHER = [
  /node_modules\/(svelte|esm-env|clsx)\//,
  /src\/lib\/(?!faces|sending)/,
  /src\/ui\/(Button|Dialog|DiceRow|Emblem|Field|Glance|Lazy|OddsBadge|PopHost|RuleLink|Tally|Toasts|VirtualList|\w+\.svelte\.ts)/,
  /src\/table\/(?!More|OptionsForm|Order|Question|Requests|Strip|Handouts|Best|Throw|ActionSheet|Begin|Caller|Composer|EntryMenu|Dock|Grown|Moment|Track|Help|Latest|Tour|guide|later|Tokens|Fight|Round|fights|track)/,
];
const together = (id: string) => TOGETHER.some((each) => each.test(id));

export default defineConfig({
  plugins: [svelte(), compressed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    manifest: 'manifest.json',
    license: { fileName: 'licences.txt' }, // of the packages whose code is in the page, with their texts
    assetsInlineLimit: 0, // the content security policy knows no inline script or style
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'table', test: together, priority: 1 }] } } },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8765', ws: true } } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node', css: true },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
});
