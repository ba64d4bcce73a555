import type { HeaderContent } from '../webhook/header-change-set.ts';

export const contentOf = ({ name, value }: HeaderContent): HeaderContent => ({ name, value });

export const sameHeader = (a: HeaderContent | null, b: HeaderContent | null): boolean =>
  a?.name === b?.name && a?.value === b?.value;
