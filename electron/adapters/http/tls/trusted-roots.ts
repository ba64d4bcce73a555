import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';

/**
 * What this machine trusts, in PEM: the roots that Node brings and those of the system, where
 * companies install their own.
 */
export async function machineRoots(): Promise<string[]> {
  return [...new Set([...getCACertificates('default'), ...(await systemRoots())])];
}

/** The certificates of a text in PEM. What cannot be read as one is left out. */
export function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]*-----END/g) ?? [];
  return blocks.flatMap((block) => {
    try {
      const plain = block.replaceAll('TRUSTED ', '');
      return [new X509Certificate(`${plain} CERTIFICATE-----\n`)];
    } catch (error) {
      // Such a file may hold a certificate of a kind that is not known here, beside others.
      if (error instanceof Error) return [];
      throw error;
    }
  });
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
