import type { HeaderContent } from '../webhook/header-change-set.ts';

/** A header without its id. */
export const contentOf = ({ name, value }: HeaderContent): HeaderContent => ({ name, value });

/** Whether two headers say the same to a receiver; `null` stands for one that is not there. */
export const sameHeader = (a: HeaderContent | null, b: HeaderContent | null): boolean =>
  a?.name === b?.name && a?.value === b?.value;
