import { asGroup, type MenuItem } from '../../ui/menu-item.ts';

/** A command for one thing, such as a webhook: for menus, buttons and the palette. */
export interface ThingCommand extends MenuItem {
  /** The label with the name of the thing. */
  readonly named: string;
}

/** The commands in their order, the copy commands after them, and the dangerous ones last. */
export function menuOfThing(
  commands: Readonly<Record<string, ThingCommand | null>>,
  copies: readonly MenuItem[] = [],
): MenuItem[] {
  const items = Object.values(commands).filter((command) => command !== null);
  const dangerous = items.filter(({ danger }) => danger === true);
  return [...items.filter((item) => !dangerous.includes(item)), ...copies, ...asGroup(dangerous)];
}
