import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

/** Static imports and exports at the start of a line; `import("x")` and `require("x")` anywhere. */
const patterns = [
  /^(?:import|export)\b[^"'`;]*["']([^"']+)["']/gm,
  /\bimport\(\s*["']([^"']+)["']\s*\)/g,
  /\brequire\(\s*["']([^"']+)["']\s*\)/g,
];

/** Names of the packages' modules that the bundles in a folder import. */
export function bareImports(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.c?js$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]));
    })
    .filter((name) => name !== undefined)
    .filter((name) => !isBuiltin(name) && !name.startsWith('.') && !name.startsWith('/'));
  return [...new Set(found)].sort();
}
