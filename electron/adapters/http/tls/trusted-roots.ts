import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { z } from 'zod';
import { firstMessage } from '../../thread/first-message.ts';

/** PEM. Node's roots and the system's, where companies install their own. */
export async function machineRoots(): Promise<string[]> {
  return [...new Set([...getCACertificates('default'), ...(await systemRoots())])];
}

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

const program = `
  const { parentPort } = require('node:worker_threads');
  parentPort.postMessage(require('node:tls').getCACertificates('system'));
`;

let read: Promise<string[]> | undefined;

/** In a thread, because it takes seconds on some systems. Empty when reading fails. */
const systemRoots = (): Promise<string[]> =>
  (read ??= firstMessage(program, {}).then(
    (roots) => z.array(z.string()).parse(roots),
    () => [],
  ));
