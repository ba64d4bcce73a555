import type { CatalogueToken } from '#domain/template/catalogue.ts';
import type { TemplateFinding, TemplateFix } from '#domain/template/checks/check-template.ts';
import type { OwnToken } from '#domain/template/own-tokens.ts';
import type { TokenValues } from '#domain/template/render-template.ts';
import type { EditorFinding } from '../../../../ui/code-editor/findings.ts';
import type { TokenHelp } from './tokens.ts';

/** @param values the values of the previewed event, used as samples */
export const tokensToOffer = (
  documented: readonly CatalogueToken[],
  own: readonly OwnToken[],
  values: TokenValues,
): TokenHelp[] => [
  ...documented.map(({ name, meaning, emptyWhen, samples }) => ({
    name,
    meaning,
    emptyWhen,
    sample: values[name] ?? samples.HIGH,
    own: false,
  })),
  ...own.map(({ name, meaning, sample }) => ({
    name,
    meaning,
    emptyWhen: null,
    sample: values[name] ?? sample,
    own: true,
  })),
];

export const findingsToShow = (
  findings: readonly TemplateFinding[],
  take: (fix: TemplateFix) => void,
): EditorFinding[] =>
  findings.flatMap(({ level, message, place, fixes }) =>
    place.kind === 'payload'
      ? [
          {
            level,
            message,
            start: place.start,
            end: place.end,
            fixes: fixes.map((fix) => ({
              title: fix.title,
              apply: () => {
                take(fix);
              },
            })),
          },
        ]
      : [],
  );
