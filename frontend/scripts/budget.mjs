// How much script the table needs before it can be used, compressed. Fails over the budget.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const PAGE = join(import.meta.dirname, '../../src/tablee/web/page');
const MOST = 65_000; // bytes
const ENTRIES = ['index.html', 'src/table/Around.svelte', 'src/table/TablePage.svelte'];

const manifest = JSON.parse(readFileSync(join(PAGE, 'manifest.json'), 'utf8'));
const scripts = new Set();
const styles = new Set();

function take(key) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the manifest`);
  if (scripts.has(chunk.file)) return;
  scripts.add(chunk.file);
  for (const style of chunk.css ?? []) styles.add(style);
  for (const other of chunk.imports ?? []) take(other);
}

const size = (files) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(PAGE, file)), { level: 9 }).length, 0);

for (const entry of ENTRIES) if (entry in manifest || entry === 'index.html') take(entry); // else it is part of another file
const script = size(scripts);
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
console.log(
  `first load of a table: ${kB(script)} of script, ${kB(size(styles))} of style, compressed (script at most ${kB(MOST)})`,
);
if (script > MOST) process.exit(1);
