import { describe, expect, it } from 'vitest';
import { plainRoute } from '#core/ports.ts';
import { defaultLimits } from '#domain/installation/limits.ts';
import { KnownSecretMasker } from '#domain/secrets/known-secret-masker.ts';
import { fixedLimits } from '../limits.ts';
import { sampleTarget, sampleUpdate } from '../testing/samples.ts';
import { WireRequests } from '../wire-request.ts';
import { TransientProblem } from '../retry-reads.ts';
import { contextOf, ExchangeFailure, failureOf } from './exchange-failure.ts';
import type { Phase } from '#domain/publishing/effect-by-answer.ts';
import type { Kind } from './faults.ts';
import { exchangeProblem } from './http-problems.ts';

const requests = new WireRequests('1.2.3');
const target = sampleTarget('https://monitor.test:8443');
const contextFor = (request: ReturnType<WireRequests['list']>) =>
  contextOf(request, plainRoute, { ...defaultLimits, ...fixedLimits }, new KnownSecretMasker());
const read = contextFor(requests.list(target));
const write = contextFor(requests.write(target, sampleUpdate));

const phases: Phase[] = ['connecting', 'waiting', 'answering'];
const withCode = (code: string): Error => Object.assign(new Error('Not read.'), { code });

type Row = [code: string, problem: string, isTransient: boolean, words: string];
const byCode: Row[] = [
  ['ECONNREFUSED', 'unreachable', true, 'monitor.test:8443 refused the connection'],
  ['ENOTFOUND', 'unreachable', false, 'monitor.test:8443'],
  ['EAI_AGAIN', 'unreachable', true, 'monitor.test:8443'],
  ['EHOSTUNREACH', 'unreachable', true, 'No route to monitor.test:8443'],
  ['ENETUNREACH', 'unreachable', true, 'No route to monitor.test:8443'],
  ['ECONNRESET', 'unreachable', true, 'monitor.test:8443'],
  ['EPIPE', 'unreachable', true, 'monitor.test:8443'],
  ['ETIMEDOUT', 'timed-out', true, '(10 s)'],
  ['EPROTO', 'unreachable', false, 'the port does not use TLS, or no safe version is supported'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'unreachable', false, 'does not use TLS'],
  ['HPE_INVALID_CONSTANT', 'not-the-interface', false, 'is not valid HTTP'],
  ['UND_ERR_HEADERS_OVERFLOW', 'not-the-interface', false, 'is not valid HTTP'],
  ['UND_ERR_DESTROYED', 'aborted', false, 'was cancelled'],
  ['EWHATEVER', 'unreachable', true, 'The connection to monitor.test:8443 failed.'],
];

describe.each(byCode)('%s', (code, expected, isTransient, words) => {
  it.each(phases)('while %s: a read reports the reason, and whether it can be retried', (phase) => {
    const error = exchangeProblem(failureOf(withCode(code), phase), read);
    expect(error.problem.code).toBe(expected);
    expect(error.problem.message).toContain(words);
    expect(error.problem.message).not.toMatch(/sent|applied/);
    expect(error instanceof TransientProblem).toBe(isTransient);
    expect(error.problem.facts).toContainEqual({ label: 'System code', value: code });
  });

  it.each(phases)('while %s: a write reports whether it may have been applied', (phase) => {
    const { problem } = exchangeProblem(failureOf(withCode(code), phase), write);
    const isCertain = phase === 'connecting';
    expect(problem.code).toBe(isCertain ? expected : 'answer-lost');
    expect(problem.message).toContain(words);
    expect(problem.message.endsWith(' Nothing was sent.')).toBe(isCertain);
    expect(problem.advice.includes('may have been applied')).toBe(!isCertain);
  });
});

it.each(phases)('a write refused during TLS while %s was not processed', (phase) => {
  const error = withCode('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED');
  const { problem } = exchangeProblem(failureOf(error, phase), write);
  expect(problem.code).toBe('client-certificate');
  expect(problem.message).toMatch(/none is selected\. The request was not taken\.$/);
});

it.each<[Kind, Phase, string, string]>([
  ['timeout-connecting', 'connecting', 'timed-out', '(10 s)'],
  ['timeout-waiting', 'waiting', 'timed-out', 'Timed out waiting for monitor.test:8443 (30 s)'],
  ['timeout-answering', 'answering', 'timed-out', 'was not complete after 60 s'],
  ['aborted', 'waiting', 'aborted', 'was cancelled'],
])('%s names the exceeded limit', (kind, phase, code, words) => {
  const { problem } = exchangeProblem(new ExchangeFailure(kind, phase), read);
  expect(problem.code).toBe(code);
  expect(problem.message).toContain(words);
  expect(problem.facts.some(({ label }) => label === 'System code')).toBe(false);
  const lost = exchangeProblem(new ExchangeFailure(kind, phase), write).problem;
  expect(lost.code).toBe(phase === 'connecting' ? code : 'answer-lost');
});
