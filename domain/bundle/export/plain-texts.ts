import { parseTemplate } from '../../template/parse-template.ts';
import { authorizationScheme } from '../../secrets/header-spans.ts';
import { minKnownLength } from '../../secrets/known-values.ts';
import { printPieces, readPieces, type TextWithSecrets } from '../text-with-secrets.ts';
import { secretReferencesFor } from './export-bundle.ts';
import type { SearchedWebhook, TextUse } from './found-secrets.ts';
import type { SearchedExport } from './find-export-secrets.ts';
import { placeNames } from './secret-places.ts';

/** A text that a reader of the file sees. It can be a secret that no rule detects. */
export interface PlainText {
  /** Name of the header; `null` for a word of a URL or a payload. */
  readonly header: string | null;
  /** A header value may contain secret references: `<secret:name>`. */
  readonly text: string;
  /** The first 20. */
  readonly uses: readonly TextUse[];
  readonly usesTotal: number;
}

const maxUses = 20;

/**
 * Lists each header value that stays in the file, and each word of 8 or more characters in URLs and payloads.
 * Header values come first, dictionary words last.
 */
export function plainTexts(exported: SearchedExport): PlainText[] {
  const noneKept = new Set<string>();
  const references = secretReferencesFor(exported, noneKept);
  const texts = new TextCollection();
  // Equal templates are one array.
  const wordsByPayload = new WeakMap<TextWithSecrets, readonly string[]>();
  for (const webhook of exported.webhooks) {
    const { url, headers, payloadTemplate } = references.replaceIn(webhook);
    const [urlPlace, ...headersAndPayload] = placeNames(headers);
    const words = wordsByPayload.get(payloadTemplate) ?? payloadWords(payloadTemplate);
    wordsByPayload.set(payloadTemplate, words);
    for (const word of urlWords(url)) texts.add(null, word, webhook, urlPlace);
    for (const [index, { name, value }] of headers.entries()) {
      if (hasPlainText(value))
        texts.add(name, printPieces(value), webhook, headersAndPayload[index]);
    }
    for (const word of words) texts.add(null, word, webhook, headersAndPayload.at(-1));
  }
  return texts.sorted();
}

interface CollectedText extends PlainText {
  readonly uses: TextUse[];
  usesTotal: number;
}

class TextCollection {
  readonly #texts = new Map<string, CollectedText>();

  add(
    header: string | null,
    text: string,
    { key, installation, webhook }: SearchedWebhook,
    place: { readonly place: string; readonly words: string } | undefined,
  ): void {
    if (place === undefined) return;
    const id = `${header === null ? 'word' : `header ${header.toLowerCase()}`}\n${text}`;
    const collected = this.#texts.get(id) ?? { header, text, uses: [], usesTotal: 0 };
    this.#texts.set(id, collected);
    collected.usesTotal += 1;
    if (collected.uses.length === maxUses) return;
    const { place: name, words } = place;
    collected.uses.push({ key, webhook: webhook.name, installation, place: name, words });
  }

  sorted(): PlainText[] {
    return [...this.#texts.values()].sort((a, b) => rankOf(a) - rankOf(b));
  }
}

const dictionaryWord = /^\p{L}\p{Ll}*$/u;

function rankOf({ header, text }: PlainText): number {
  if (header !== null) return 0;
  return text.split(/[^\p{L}\p{N}]+/u).every((part) => part === '' || dictionaryWord.test(part))
    ? 2
    : 1;
}

/** A text may itself hold `<secret:name>`. */
const stringsIn = (pieces: TextWithSecrets): string[] =>
  pieces
    .flatMap((piece) => (typeof piece === 'string' ? readPieces(piece) : []))
    .filter((piece) => typeof piece === 'string');

/** Whether there is more than secret references and the scheme before them. */
function hasPlainText(value: TextWithSecrets): boolean {
  const strings = stringsIn(value);
  const hasReferences = strings.length < value.length;
  return strings.join('').replace(hasReferences ? authorizationScheme : '', '') !== '';
}

const urlWords = (url: TextWithSecrets): Set<string> =>
  new Set(stringsIn(url).flatMap((text) => longWords(text.split(/[\s/?&=#@:]+/))));

/** Placeholders are no words: the installation replaces them. */
function payloadWords(template: TextWithSecrets): readonly string[] {
  const literals = stringsIn(template)
    .flatMap(parseTemplate)
    .flatMap(({ kind, text }) => (kind === 'literal' ? [text] : []));
  return [...new Set(literals.flatMap((text) => longWords(text.split(/[\s"'`<>\\&]+/))))];
}

const punctuation = /^[.,;:!?()[\]{}]+|[.,;:!?()[\]{}]+$/g;

const longWords = (words: readonly string[]): string[] =>
  words
    .map((word) => word.replace(punctuation, ''))
    .filter(({ length }) => length >= minKnownLength);
