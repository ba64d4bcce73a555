import type { PlainTextView } from '#contract/bundle-export.ts';
import { textFilter } from '#domain/text/text-filter.ts';

/** What stays in the file, as the host listed it last. */
export class PlainTexts {
  /** `null` before the first list. */
  all = $state.raw<readonly PlainTextView[] | null>(null);
  filter = $state('');

  readonly #searched = $derived((this.all ?? []).map(searchedText));
  readonly shown = $derived.by(() => {
    const all = this.all ?? [];
    const passes = textFilter(this.filter);
    if (passes === null) return all;
    const texts = this.#searched;
    return all.filter((_, at) => passes(texts[at] ?? ''));
  });
}

const searchedText = ({ header, text, uses }: PlainTextView): string =>
  [header ?? '', text, ...uses.flatMap((use) => [use.webhook, use.installation, use.words])].join(
    '\n',
  );
