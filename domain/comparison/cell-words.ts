import type { MatrixCell } from './matrix.ts';

/** The cell in a few words, for people and files. */
export function cellInWords({ kind, different, unclear }: MatrixCell): string {
  switch (kind) {
    case 'same':
      return unclear === 0 ? 'same' : `same, ${unclear} cannot tell`;
    case 'differs':
      return `${different} ${different === 1 ? 'differs' : 'differ'}`;
    case 'absent':
      return '–';
    case 'unknown':
      return 'cannot tell';
    case 'missing':
    case 'extra':
    case 'ambiguous':
      return kind;
  }
}
