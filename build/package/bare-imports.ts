import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

/** Static imports and exports at the start of a line, and `import("x")` anywhere. */
const imports = [
  /^(?:import|export)\b[^"'`;]*["']([^"']+)["']/gm,
  /\bimport\(\s*["']([^"']+)["']\s*\)/g,
];
/** In an ES module the bundler writes `__require`; a plain `require` is in a text or a comment. */
const requires = {
  module: /\b__require\(["']([^"']+)["']\)/g,
  cjs: /\brequire\(["']([^"']+)["']\)/g,
};

/** Names of the package modules that the bundles in a folder import. */
export function bareImports(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.c?js$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const patterns = [...imports, name.endsWith('.cjs') ? requires.cjs : requires.module];
      return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]));
    })
    .filter((name) => name !== undefined)
    .filter((name) => !isBuiltin(name) && !name.startsWith('.') && !name.startsWith('/'));
  return [...new Set(found)].sort();
}
