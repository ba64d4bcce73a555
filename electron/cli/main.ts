#!/usr/bin/env node
import { ignoreOutputErrors } from '#adapters/log/output-errors.ts';
import { commandLine } from './command-line.ts';

const [major = ''] = process.versions.node.split('.');
if (Number(major) >= 24) {
  ignoreOutputErrors(process);
  await commandLine().parseAsync();
} else {
  process.stderr.write(
    `hookdesk needs Node.js 24 or newer; this is ${process.version}. Install it, or start hookdesk with another one.\n`,
  );
  process.exitCode = 1;
}
