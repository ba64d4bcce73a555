import { expect, it } from 'vitest';
import {
  certificateAdvice,
  CertificateDoubt,
  certificateProblems,
  certificateRefusal,
  certificateSentences,
} from './trust.ts';

it('every issue has its own message', () => {
  const sentences = CertificateDoubt.options.map((doubt) => certificateProblems[doubt].message);
  expect(new Set(sentences).size).toBe(CertificateDoubt.options.length);
});

it('a refusal contains the host and the message of every issue', () => {
  const refusal = certificateRefusal(['expired', 'other-host'], 'mon.example:443');
  expect(refusal).toContain('mon.example:443');
  expect(refusal).toContain(certificateProblems.expired.message);
  expect(refusal).toContain(certificateProblems['other-host'].message);
  expect(certificateSentences([])).toBe('');
});

it('the most serious issue determines the advice', () => {
  expect(certificateAdvice(['expired', 'weak'])).toBe(certificateProblems.weak.advice);
  expect(certificateAdvice([])).toBe(certificateProblems.other.advice);
});
