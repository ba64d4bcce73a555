import { plainProblem, ProblemError } from '#domain/problem.ts';
import type { Answer } from '../answer.ts';
import { type Context, whereFacts } from './context.ts';
import { answerLost } from './exchange-problem.ts';
import { gatewayStatuses, PassingProblem, retryAfterOf } from './passing-problem.ts';
import { quotedWords, saidByService, type SaidByService } from './problem-json.ts';
import { signInWords } from './sign-in-words.ts';
import { isHtml, whatCame } from './what-came.ts';
import type { Words } from './words.ts';

/** The problem that an answer with a status other than 2xx is. Reads the start of its body. */
export async function statusProblem(answer: Answer, context: Context): Promise<ProblemError> {
  await answer.keepStart(context.limits.errorBody);
  const said = saidByService(answer, context.masker);
  const { code, what, advice } = wordsOf(answer, context, said);
  const facts: Record<string, string> = { ...whereFacts(context), Status: String(answer.status) };
  const contentType = answer.header('content-type');
  if (contentType !== null) facts['Content type'] = contentType;
  const location = answer.header('location');
  if (location !== null) facts['Leads to'] = location;
  const retryAfter = answer.header('retry-after');
  if (retryAfter !== null) facts['Asks to wait'] = retryAfter;
  if (said.detail !== null) facts['The service says'] = said.detail;
  for (const [index, { pointer, detail }] of said.errors.entries()) {
    facts[pointer === '' ? `Mistake ${index + 1}` : `At ${pointer}`] = detail;
  }
  const raw = answer.raw(context.masker);
  // RFC 9110 §15.4.4: what 303 leads to tells of what was done, so the write may well be applied.
  if (context.isWrite && answer.status === 303) return answerLost(context, what, facts, raw);
  const problem = plainProblem(code, what, advice, facts, raw);
  // 429 is the only refusal that says of itself that it passes.
  if (answer.status !== 429 && !gatewayStatuses.has(answer.status))
    return new ProblemError(problem);
  return new PassingProblem(problem, retryAfterOf(retryAfter, answer.header('date'), new Date()));
}

function wordsOf(answer: Answer, context: Context, said: SaidByService): Words {
  const { status } = answer;
  const host = context.request.url.host;
  const ofSignIn = context.request.subject === 'auth-token' ? signInWords(status, context) : null;
  if (ofSignIn !== null) return ofSignIn;
  if (status === 401) {
    const sent = context.request.headers.some(({ name }) => name === 'X-Auth-Token');
    return {
      code: 'unauthorized',
      what: sent
        ? `${host} rejected the auth token: it is wrong, or it has expired.`
        : `${host} asks for an auth token, and none is sent.`,
      advice: 'Enter a new auth token in the settings of the installation.',
    };
  }
  if (status === 403) {
    return {
      code: 'forbidden',
      what: `${host} knows the auth token and does not allow this to it.${saidAfter(answer, context, said)}`,
      advice: 'Ask the administrator of the installation for the permission to manage webhooks.',
    };
  }
  if (status === 404) return notFound(context);
  if (status < 400) return elsewhere(answer, context);
  if (status >= 500) return failed(answer, context, said);
  return rejected(answer, context, said);
}

/** What the service says, behind a sentence of our own; a page for people is named. */
function saidAfter(answer: Answer, { masker }: Context, said: SaidByService): string {
  const words = quotedWords(said);
  if (words !== null) return ` ${words}`;
  return isHtml(answer) ? ` What came was ${whatCame(answer, masker)}.` : '';
}

function notFound({ request }: Context): Words {
  const { host } = request.url;
  if (request.subject === 'collection') {
    return {
      code: 'not-found',
      what: `${host} answers, but has no webhooks at ${request.url.href}. The API root is probably wrong.`,
      advice:
        'Check the API root in the settings of the installation, such as /api/v6 or /api/v14, and the path in its address.',
    };
  }
  return {
    code: 'not-found',
    what: `Webhook ${request.subject} no longer exists on ${host}.`,
    advice: 'Read the list again. Somebody may have deleted it.',
  };
}

function elsewhere(answer: Answer, { request }: Context): Words {
  const location = answer.header('location');
  return {
    code: 'redirected',
    what: `${request.url.host} sends this request on to ${location ?? 'another address'}. Hookdesk does not follow, so that the auth token stays with the host that it was entered for.`,
    advice:
      'If that is the right place, enter it as the address of the installation. If it is a sign-in page, the installation is behind a gateway.',
  };
}

function failed(answer: Answer, context: Context, said: SaidByService): Words {
  const { host } = context.request.url;
  const why = saidAfter(answer, context, said);
  const gateway = gatewayStatuses.has(answer.status);
  const doubt = context.isWrite ? ' The request may have been applied all the same.' : '';
  return {
    code: 'server-failed',
    what: `${host} ${gateway ? 'cannot serve the request at the moment' : 'failed while it served the request'} (status ${answer.status}).${why}${doubt}`,
    advice: context.isWrite
      ? 'Read again to see what the installation holds. Then look at its log.'
      : 'Try again in a moment. If it stays so, look at the log of the installation.',
  };
}

function rejected(answer: Answer, context: Context, said: SaidByService): Words {
  const { host } = context.request.url;
  const { status } = answer;
  if (status === 429) {
    return {
      code: 'rejected',
      what: `${host} takes no more requests for now: there were too many.${saidAfter(answer, context, said)}`,
      advice: 'Wait a moment, then try again.',
    };
  }
  if (status === 413) {
    return {
      code: 'rejected',
      what: `${host} takes no request this large.${saidAfter(answer, context, said)}`,
      advice:
        'Shorten the payload template or the headers, then publish again. Nothing was changed.',
    };
  }
  if (status === 405) {
    return {
      code: 'rejected',
      what: `${host} does not allow ${context.request.method} at ${context.request.url.href}.${saidAfter(answer, context, said)}`,
      advice: 'Check the variant and the API root in the settings of the installation.',
    };
  }
  const why =
    quotedWords(said) ?? `It does not say why; what came was ${whatCame(answer, context.masker)}.`;
  return {
    code: 'rejected',
    what: `${host} refused the request (status ${status}). ${why}`,
    advice: context.isWrite
      ? 'Correct what it names, then publish again. Nothing was changed.'
      : 'Check the variant and the API root in the settings of the installation.',
  };
}
