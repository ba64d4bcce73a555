import { plainRoute, type Probe, type SeenList, type WebhookList } from '#core/ports.ts';
import { plainError, ProblemError } from '#domain/problem.ts';
import { failureOf } from './errors/exchange-failure.ts';
import { checkToken, type HttpClient } from './http-client.ts';
import { readList } from './read-answer.ts';
import { destinationOf } from './routes/destination.ts';
import { describeCertificate } from './tls/certificate-check.ts';
import type { WireRequests } from './wire-request.ts';

/** Reads the certificate or the list of an address that a person types, once and without retries. */
export function createProbe(client: HttpClient, requests: WireRequests): Probe {
  return {
    certificate: async (address, signal) => {
      const request = requests.list({ ...address, authToken: null });
      const { url } = request;
      if (url.protocol !== 'https:') throw noCertificate(url);
      const { trust } = address.route ?? plainRoute;
      return client.withAgent({ address, secrets: [], request }, async ({ connector }) => {
        try {
          const { socket, presented } = await connector.inspect(destinationOf(url), signal);
          socket.destroy();
          return describeCertificate(presented, trust, await connector.credentials());
        } catch (error) {
          throw failureOf(error, 'connecting', signal);
        }
      });
    },
    readList: async (typedTarget, apiRoot, signal) => {
      const target = { ...typedTarget, apiRoot };
      checkToken(target.authToken);
      try {
        return await client.perform({
          address: target,
          request: requests.list(target),
          secrets: [target.authToken],
          isTriedOnce: true,
          signal,
          // Variant B includes all fields of A; the missing fields then identify A.
          receive: async (answer, context) => {
            const list = await readList(answer, context, 'B');
            const webhooks = list.webhooks.length;
            return { status: answer.status, looksLike: variantOf(list), webhooks, problem: null };
          },
        });
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const { problem } = error;
        const status = problem.answer?.status;
        if (status === undefined || incompleteAnswer.has(problem.code)) throw error;
        return { status, looksLike: 'none', webhooks: 0, problem };
      }
    },
  };
}

/** Problems of an answer that did not arrive whole, so that its status says nothing. */
const incompleteAnswer = new Set(['unreachable', 'timed-out', 'aborted']);

/** Only variant B has a payload type. Source: interface document §9. */
function variantOf({ webhooks }: WebhookList): SeenList['looksLike'] {
  if (webhooks.some(({ payloadType }) => payloadType !== null)) return 'B';
  const missing = webhooks.every(({ unreported }) => unreported.includes('payloadType'));
  return missing && webhooks.length > 0 ? 'A' : 'unknown';
}

const noCertificate = (url: URL): ProblemError =>
  plainError(
    'refused',
    `${url.host} uses plain http, without encryption and certificate.`,
    'Use an https:// address if the installation has one.',
  );
