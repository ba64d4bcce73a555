import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';

/** PEM. Node's roots and the system's, where companies install their own. */
export async function machineRoots(): Promise<string[]> {
  return [...new Set([...getCACertificates('default'), ...(await systemRoots())])];
}

/** Skips certificates that cannot be parsed. */
export function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]*-----END/g) ?? [];
  return blocks.flatMap((block) => {
    try {
      const plain = block.replaceAll('TRUSTED ', '');
      return [new X509Certificate(`${plain} CERTIFICATE-----\n`)];
    } catch (error) {
      if (error instanceof Error) return [];
      throw error;
    }
  });
}

let read: Promise<string[]> | undefined;

/** In a worker, because it takes seconds on some systems. Empty when reading fails. */
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
