import type { MatrixCell } from './matrix.ts';

export function cellInWords({ kind, different, unknown }: MatrixCell): string {
  switch (kind) {
    case 'same':
      return unknown === 0 ? 'same' : `same, ${unknown} cannot tell`;
    case 'differs':
      return different === 1 ? '1 difference' : `${different} differences`;
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
