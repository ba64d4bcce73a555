import type { LookupFunction } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { buildConnector } from 'undici';

export interface TrustOptions {
  /** Certificates in PEM that are trusted besides those of this machine. */
  readonly trustedCertificates?: readonly string[];
  /** Looks up names in the place of the system. */
  readonly lookup?: LookupFunction;
}

/**
 * Makes connections within a time limit (ms) that trust what the machine trusts: the roots that
 * Node brings and those of the system, where companies install their own.
 */
export function trustingConnector(
  { trustedCertificates = [], lookup }: TrustOptions,
  timeout: number,
): buildConnector.connector {
  const common = { allowH2: false, timeout, ...(lookup === undefined ? {} : { lookup }) };
  const plain = buildConnector(common);
  let secure: Promise<buildConnector.connector> | undefined;
  return (options, callback) => {
    if (options.protocol !== 'https:') {
      plain(options, callback);
      return;
    }
    secure ??= secureContext(trustedCertificates).then((context) =>
      buildConnector({ ...common, secureContext: context }),
    );
    secure.then(
      (connector) => {
        connector(options, callback);
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error('No secure context'), null);
      },
    );
  };
}

async function secureContext(extra: readonly string[]): Promise<SecureContext> {
  const roots = new Set([...getCACertificates('default'), ...(await systemRoots()), ...extra]);
  return createSecureContext({ ca: [...roots] });
}

let read: Promise<string[]> | undefined;

/**
 * The roots of the operating system, read once. On a thread of its own: on some systems that takes
 * seconds, and the process must not stand still for it. None where they cannot be read.
 */
function systemRoots(): Promise<string[]> {
  read ??= new Promise((resolve) => {
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads');
       parentPort.postMessage(require('node:tls').getCACertificates('system'));`,
      { eval: true, execArgv: [] },
    );
    worker.unref();
    worker.once('message', (roots: string[]) => {
      resolve(roots);
    });
    worker.once('error', () => {
      resolve([]);
    });
  });
  return read;
}
