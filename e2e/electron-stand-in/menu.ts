interface Item {
  readonly id?: string;
  readonly enabled?: boolean;
  readonly submenu?: readonly Item[];
  readonly click?: () => void;
}

/** The items of a template, for `getMenuItemById` as in Electron. */
class BuiltMenu {
  readonly #items: readonly Item[];

  constructor(template: readonly Item[]) {
    this.#items = template.flatMap(withSubmenus);
  }

  getMenuItemById(id: string): Item | null {
    return this.#items.find((item) => item.id === id) ?? null;
  }
}

const withSubmenus = (item: Item): Item[] => [item, ...(item.submenu ?? []).flatMap(withSubmenus)];

let applicationMenu: BuiltMenu | null = null;

export const Menu = {
  buildFromTemplate: (template: readonly Item[]) => new BuiltMenu(template),
  setApplicationMenu: (menu: BuiltMenu | null): void => {
    applicationMenu = menu;
  },
  getApplicationMenu: () => applicationMenu,
};
