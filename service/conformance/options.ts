import { parseArgs } from 'node:util';
import { tokenVariable } from '../arguments.ts';
import { Misuse } from '../option-values.ts';
import { releases } from '../openapi/openapi-document.ts';
import { variantNames } from '../webhooks/body-types.ts';
import type { Installation } from './installation.ts';

export type ConformanceCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'misused'; readonly message: string }
  | {
      readonly kind: 'run';
      readonly installation: Installation;
      readonly tokenInArguments: boolean;
      readonly onlyDocument: boolean;
    };

export const help = `Tests an installation against the interface, rule by rule, over HTTP.

Usage: npm run conformance -- --base URL --variant A|B [options]

  --base URL           API root of the installation, such as http://127.0.0.1:8080/api/v14;
                       without a path, the path of the variant is added
  --variant A|B        interface variant of the installation
  --auth-token TOKEN   auth token of the installation. The environment variable
                       ${tokenVariable} hides it from the process list.
                       Without either, no auth token is sent.
  --only-document      skip the rules of this project (marked "ours") that the interface
                       document does not contain
  --help               show this help

The test creates its own webhooks, changes them and deletes them; other webhooks do not change.
Set NODE_EXTRA_CA_CERTS=FILE for a private certificate authority. Exit codes: 0 all rules held,
1 a rule did not hold or the installation could not be read, 2 wrong options, 130 stopped by
Ctrl C (after cleaning up).
`;

/** Parses the command line. Returns `misused` with a message for wrong options. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ConformanceCommand {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        base: { type: 'string' },
        variant: { type: 'string' },
        'auth-token': { type: 'string' },
        'only-document': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
      strict: true,
    });
    if (values.help) return { kind: 'help' };
    const variant = variantNames.find((name) => name === values.variant);
    if (variant === undefined) throw new Misuse('Say which variant it speaks: --variant A or B.');
    return {
      kind: 'run',
      installation: {
        apiUrl: apiUrlIn(values.base ?? '', releases[variant].root),
        variant,
        authToken: values['auth-token'] ?? environment[tokenVariable] ?? null,
      },
      tokenInArguments: values['auth-token'] !== undefined,
      onlyDocument: values['only-document'],
    };
  } catch (error) {
    if (!(error instanceof Misuse || error instanceof TypeError)) throw error;
    return { kind: 'misused', message: error.message };
  }
}

function apiUrlIn(text: string, usualRoot: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Misuse('Say where it is: --base http://HOST:PORT/api/v14.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new Misuse('--base must hold no user name and no password.');
  }
  const root = url.pathname.replace(/\/+$/, '');
  return url.origin + (root === '' ? usualRoot : root);
}
