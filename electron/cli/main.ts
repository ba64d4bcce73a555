#!/usr/bin/env node
import { join } from 'node:path';

const [major = ''] = process.versions.node.split('.');
if (Number(major) >= 24) {
  // Loaded here, because an older Node has no cache, and must not load the program.
  const { enableCompileCache } = await import('node:module');
  // Beside the program, because a user who can write there can change the program, too.
  enableCompileCache(join(import.meta.dirname, '../../.cache/compiled'));
  const { ignoreOutputErrors } = await import('#adapters/log/output-errors.ts');
  const { commandLine } = await import('./command-line.ts');
  ignoreOutputErrors(process);
  await commandLine().parseAsync();
} else {
  process.stderr.write(
    `hookdesk needs Node.js 24 or newer; this is ${process.version}. Install it, or start hookdesk with another one.\n`,
  );
  process.exitCode = 1;
}
