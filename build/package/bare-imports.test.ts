import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bareImports } from './bare-imports.ts';

test('finds all forms of imports of packages in a bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-imports-'));
  try {
    mkdirSync(join(folder, 'deep'));
    writeFileSync(
      join(folder, 'index.js'),
      [
        `import { a } from "undici";`,
        `import { readFile } from "node:fs/promises";`,
        `import "./deep/chunk.js";`,
        `import b, {\n  c\n} from "@orpc/server/message-port";`,
        `export { d } from "zod";`,
        `const e = await import("keytar");`,
        `const text = 'import "here"';`,
        `//#region from "there"`,
        `const f = __require("fs-extra");`,
        `const g = "require(\\"no-call\\")";`,
        `// const h = __require('no-code')`,
      ].join('\n'),
    );
    writeFileSync(join(folder, 'deep/chunk.js'), `import "undici";\nimport fs from "fs";`);
    writeFileSync(
      join(folder, 'deep/minified.js'),
      'import{a as b}from"ajv";import"conf";export*from"p-limit";var c=b(`import"no-import"`),' +
        'd=__require(`electron`),e=await import(`ipaddr.js`),f=g=>g(`no-package`),h=__require(`${c}`);',
    );
    writeFileSync(join(folder, 'deep/other.cjs'), `const ws = require("ws");`);
    writeFileSync(join(folder, 'index.js.map'), `import "no-script";`);
    expect(bareImports(folder)).toEqual([
      '@orpc/server/message-port',
      'ajv',
      'conf',
      'electron',
      'fs-extra',
      'ipaddr.js',
      'keytar',
      'p-limit',
      'undici',
      'ws',
      'zod',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
