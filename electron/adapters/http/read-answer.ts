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
import { contentProblem, exchangeProblem } from './errors/http-problems.ts';
import { JsonValueReader, UnexpectedJson, ValueTooLarge } from './json-value-reader.ts';

type Reports = Pick<ReadOptions, 'onProgress' | 'onFirst'>;

/** Milliseconds between two reports of progress. */
const reportInterval = 100;

/** As many as a window shows at once. */
const firstRows = 100;

class TooManyWebhooks extends Error {
  override readonly name = 'TooManyWebhooks';
}

/** Reads a list while it arrives, without blocking the event loop. An empty body is no list: a `ProblemError`. */
export function readList(
  answer: Answer,
  context: Context,
  variant: VariantId,
  { onProgress, onFirst }: Reports = {},
): Promise<WebhookList> {
  return withProblems(answer, context, async () => {
    const items: ReadListItem[] = [];
    let reportedAt = performance.now();
    const json = new JsonValueReader('array', context.limits.webhookBytes);
    await readValues(answer, json, (values) => {
      const lengthBefore = items.length;
      for (const value of values) {
        const path = [items.length];
        items.push(readListItem(value, variant, path));
      }
      if (lengthBefore < firstRows && items.length >= firstRows) onFirst?.(listedWebhooks(items));
      if (items.length > context.limits.webhooks) throw new TooManyWebhooks();
      if (performance.now() - reportedAt >= reportInterval) {
        onProgress?.({ bytes: answer.prefix.bytes, webhooks: items.length });
        reportedAt = performance.now();
      }
    });
    onProgress?.({ bytes: answer.prefix.bytes, webhooks: items.length });
    return { webhooks: listedWebhooks(items) };
  });
}

/** Reads one webhook. @throws ProblemError when it has another id than the requested one */
export function readItem(
  answer: Answer,
  context: Context,
  variant: VariantId,
  requestedId: number,
): Promise<Webhook> {
  return withProblems(answer, context, async () => {
    const json = new JsonValueReader('object', context.limits.webhookBytes);
    const values: unknown[] = [];
    await readValues(answer, json, (complete) => values.push(...complete));
    const [value] = values;
    const { id, ...rest } = readWebhook(value, variant);
    if (id !== null && id !== requestedId) {
      throw new ShapeError(
        '/id',
        `the id that was asked for, ${requestedId}`,
        `${kindOf(id)}, ${context.masker.text(String(id))}`,
      );
    }
    if (!hasWebhookField(value)) {
      throw new ShapeError('', 'a webhook', 'an object without any of its fields');
    }
    return { id: requestedId, ...rest };
  });
}

/** Parses the body piece by piece. After a syntax error, only the start that the problem quotes is read. */
async function readValues(
  answer: Answer,
  json: JsonValueReader,
  onValues: (values: unknown[]) => void,
): Promise<void> {
  let syntaxError: UnexpectedJson | null = null;
  try {
    for await (const piece of inTimeSlices(answer.parts())) {
      if (syntaxError === null) {
        try {
          onValues(json.push(piece));
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
  onValues(json.end());
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
  if (error instanceof AnswerTooLarge) return tooLarge(sizeInWords(limits.bodyBytes));
  if (error instanceof ValueTooLarge) {
    return tooLarge(`${sizeInWords(limits.webhookBytes)} for one webhook`);
  }
  if (error instanceof TooManyWebhooks) return tooLarge(`${limits.webhooks} webhooks`);
  if (error instanceof ExchangeFailure) return exchangeProblem(error, context, answer.raw(masker));
  return null;
}

function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KiB`;
  return `${Math.round(bytes / (1024 * 1024))} MiB`;
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
