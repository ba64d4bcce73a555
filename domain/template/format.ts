/** What came of formatting a template. */
export type Formatted =
  | { readonly kind: 'formatted'; readonly text: string }
  | {
      readonly kind: 'not-json';
      /** Why the template stays as it is, and where. */
      readonly message: string;
      /** Where it stops being JSON, in UTF-16 code units; `null` where no place is to blame. */
      readonly at: number | null;
    };

/** The template laid out with one member a line, tokens as they stand. */
export function formatTemplate(text: string): Formatted {
  return { kind: 'formatted', text };
}
