import { setImmediate } from 'node:timers/promises';
import type { ReadOptions, WebhookList } from '#core/ports.ts';
import type { ProblemError } from '#domain/problem.ts';
import { listedWebhooks, type ReadListItem } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { type Answer, AnswerTooLarge } from './answer.ts';
import { hasWebhookField, readListItem, readWebhook } from './codec/read-webhook.ts';
import { kindOf, ShapeError } from './codec/shape.ts';
import { type Context, ExchangeFailure } from './errors/exchange-failure.ts';
import { contentProblem, exchangeProblem, size } from './errors/http-problems.ts';
import { JsonValues, UnexpectedJson, ValueTooLarge } from './json-values.ts';

type Reports = Pick<ReadOptions, 'onProgress' | 'onFirst'>;

const reportMilliseconds = 100;

const screenful = 100;

class TooManyWebhooks extends Error {
  override readonly name = 'TooManyWebhooks';
}

export function readList(
  answer: Answer,
  context: Context,
  variant: VariantId,
  { onProgress, onFirst }: Reports = {},
): Promise<WebhookList> {
  return withProblems(answer, context, async () => {
    const read: ReadListItem[] = [];
    let reported = performance.now();
    const json = new JsonValues('array', context.limits.webhookBytes);
    await feed(answer, json, (values) => {
      const before = read.length;
      for (const value of values) {
        const path = [read.length];
        read.push(readListItem(value, variant, path));
      }
      if (before < screenful && read.length >= screenful) onFirst?.(listedWebhooks(read));
      if (read.length > context.limits.webhooks) throw new TooManyWebhooks();
      if (performance.now() - reported >= reportMilliseconds) {
        onProgress?.({ bytes: answer.prefix.bytes, webhooks: read.length });
        reported = performance.now();
      }
    });
    onProgress?.({ bytes: answer.prefix.bytes, webhooks: read.length });
    return { webhooks: listedWebhooks(read) };
  });
}

export function readItem(
  answer: Answer,
  context: Context,
  variant: VariantId,
  asked: number,
): Promise<Webhook> {
  return withProblems(answer, context, async () => {
    const json = new JsonValues('object', context.limits.webhookBytes);
    const values: unknown[] = [];
    await feed(answer, json, (found) => values.push(...found));
    const [value] = values;
    const { id, ...rest } = readWebhook(value, variant);
    if (id !== null && id !== asked) {
      throw new ShapeError(
        '/id',
        `the id that was asked for, ${asked}`,
        `${kindOf(id)}, ${context.masker.text(String(id))}`,
      );
    }
    if (!hasWebhookField(value)) {
      throw new ShapeError('', 'a webhook', 'an object without any of its fields');
    }
    return { id: asked, ...rest };
  });
}

/** Parses the body piece by piece. After a syntax error, only the start that the problem quotes is read. */
async function feed(
  answer: Answer,
  json: JsonValues,
  take: (values: unknown[]) => void,
): Promise<void> {
  let syntaxError: UnexpectedJson | null = null;
  try {
    for await (const piece of inTimeSlices(answer.parts())) {
      if (syntaxError === null) {
        try {
          take(json.push(piece));
        } catch (error) {
          if (!(error instanceof UnexpectedJson)) throw error;
          syntaxError = error;
        }
      }
      if (syntaxError !== null && answer.prefix.isFull) break;
    }
  } catch (error) {
    throw syntaxError ?? error;
  }
  if (syntaxError !== null) throw syntaxError;
  take(json.end());
}

async function withProblems<Result>(
  answer: Answer,
  context: Context,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw problemOf(error, answer, context) ?? error;
  }
}

function problemOf(error: unknown, answer: Answer, context: Context): ProblemError | null {
  const { limits, masker } = context;
  const tooLarge = (limit: string): ProblemError =>
    contentProblem('too-large', answer, context, { Limit: limit });
  if (error instanceof UnexpectedJson) return contentProblem('not-the-interface', answer, context);
  if (error instanceof ShapeError) {
    return contentProblem('wrong-shape', answer, context, {
      Where: error.pointer || 'the top',
      Expected: error.expected,
      Found: error.found,
    });
  }
  if (error instanceof AnswerTooLarge) return tooLarge(size(limits.bodyBytes));
  if (error instanceof ValueTooLarge)
    return tooLarge(`${size(limits.webhookBytes)} for one webhook`);
  if (error instanceof TooManyWebhooks) return tooLarge(`${limits.webhooks} webhooks`);
  if (error instanceof ExchangeFailure) return exchangeProblem(error, context, answer.raw(masker));
  return null;
}

const sliceMilliseconds = 8;
/** Bytes between two checks of the clock; takes far less than `sliceMilliseconds`. */
const partBytes = 16 * 1024;

async function* inTimeSlices(
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  let since = performance.now();
  for await (const part of parts) {
    for (let start = 0; start < part.length; start += partBytes) {
      yield part.subarray(start, start + partBytes);
      if (performance.now() - since > sliceMilliseconds) {
        await setImmediate();
        since = performance.now();
      }
    }
  }
}
