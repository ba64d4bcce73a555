import { plainProblem, ProblemError } from '#domain/problem.ts';
import type { OpenExternal } from '#core/ports.ts';

/** Characters. Windows refuses addresses of more than 2,081. */
const longestAddress = 2_048;

/** Rejects schemes other than http and https with `refused`: they could start a program. */
export function externalOpener(open: (url: string) => Promise<void>): OpenExternal {
  return async (address) => {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      throw refusedError('Hookdesk opens only addresses that start with https:// or http://.');
    }
    if (url.username !== '' || url.password !== '') {
      throw refusedError('The address contains a user name or password, so it was not opened.');
    }
    if (url.href.length > longestAddress) {
      throw refusedError(`The address is longer than ${longestAddress} characters.`);
    }
    try {
      await open(url.href);
    } catch (cause) {
      throw refusedError('The system did not open the address in a browser.', cause);
    }
  };
}

function refusedError(message: string, cause?: unknown): ProblemError {
  const advice = 'Copy the address and open it in a browser yourself if you trust it.';
  return new ProblemError(plainProblem('refused', message, advice), { cause });
}
