import { describe, expect, it } from 'vitest';
import { ExchangeFailure, failureOf } from './exchange-failure.ts';

const withCode = (code: string, cause?: Error): Error =>
  Object.assign(new Error('Its text says nothing here.', { cause }), { code });

describe('the failure for a network error', () => {
  it.each([
    ['ECONNREFUSED', 'refused', 'waiting'],
    ['UND_ERR_SOCKET', 'closed-waiting', 'waiting'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-tls', 'waiting'],
    ['HPE_INVALID_CONSTANT', 'not-http', 'waiting'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'not-http', 'waiting'],
    ['EWHATEVER', 'other', 'waiting'],
    // The names of OpenSSL and of BoringSSL, which Electron uses. After a refusal during TLS, the
    // server ignored all data sent so far.
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'client-certificate', 'connecting'],
    ['ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED', 'client-certificate', 'connecting'],
    // The name in BoringSSL before 2025.
    ['ERR_SSL_TLSV1_CERTIFICATE_REQUIRED', 'client-certificate', 'connecting'],
    ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN', 'client-certificate', 'connecting'],
    ['ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE', 'client-certificate', 'connecting'],
    ['ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR', 'client-certificate', 'connecting'],
    ['ERR_SSL_HTTP_REQUEST', 'not-tls', 'waiting'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'not-tls', 'waiting'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'client-certificate', 'connecting'],
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'client-certificate', 'connecting'],
    ['ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED', 'client-certificate', 'connecting'],
  ])('%s is %s', (code, kind, phase) => {
    const failure = failureOf(withCode(code), 'waiting');
    expect(failure).toMatchObject({ kind, phase, facts: { 'System code': code } });
  });

  it('comes from causes, and from each of several tried addresses', () => {
    const inside = withCode('UND_ERR_INFO', withCode('ENOTFOUND'));
    expect(failureOf(inside, 'connecting').kind).toBe('no-such-host');
    const tried = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]);
    expect(failureOf(tried, 'connecting').kind).toBe('no-route');
  });

  it('is returned unchanged when the error is a failure already', () => {
    const failure = new ExchangeFailure('aborted', 'waiting');
    expect(failureOf(failure, 'connecting')).toBe(failure);
    expect(failureOf('a string', 'answering')).toMatchObject({ kind: 'other', facts: {} });
  });
});
