import type { RouteUnusable } from '../failure.ts';
import type { Words } from './words.ts';

/** Puts into words what of a route cannot be used. Nobody was called. */
export function unusableWords({ part, code }: RouteUnusable): Words {
  switch (part) {
    case 'ca-file':
      return {
        code: 'refused',
        what: 'The CA file of this installation holds no certificate that can be read.',
        advice: 'Choose a file in PEM: it holds lines that read BEGIN CERTIFICATE.',
      };
    case 'client-certificate':
      return {
        code: 'client-certificate',
        what: 'The client certificate of this installation cannot be read.',
        advice: 'Choose a file in PEM: it holds lines that read BEGIN CERTIFICATE.',
      };
    case 'client-key':
      return {
        code: 'client-certificate',
        what:
          code === 'KEY_MISMATCH'
            ? 'The key of this installation is not the one of its client certificate.'
            : 'The key of the client certificate cannot be read.',
        advice:
          'Choose the key that belongs to the certificate, in PEM and without a passphrase: it is kept with the secrets of this machine.',
      };
    case 'proxy-address':
      return {
        code: 'proxy-failed',
        what: 'The address of the proxy is none of an HTTP proxy.',
        advice:
          'Enter an address such as http://proxy.example.com:3128 in the settings of the installation, or correct HTTPS_PROXY in the environment of this machine.',
      };
  }
}
