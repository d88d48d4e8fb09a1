import { Tabs } from "@shopify/polaris";
import { TabRow } from "./tab-row.tsx";
import { useListQuery } from "./use-list-query.ts";

export interface ListTabsProps<Tab extends string> {
  /** How the address names the tab. */
  name: "state" | "tab" | "verdict";
  tabs: readonly Tab[];
  /** None is all of them. */
  selected: Tab | undefined;
  nameOf(tab: Tab | undefined): string;
}

/** Tabs that narrow a list which is not the first thing on its page; it stays where it is on the screen. */
export function ListTabs<Tab extends string>({ name, tabs: own, selected, nameOf }: ListTabsProps<Tab>) {
  const go = useListQuery({ stay: true });
  const tabs = [undefined, ...own];
  return (
    <TabRow>
      <Tabs
        tabs={tabs.map((tab) => ({ id: tab ?? "all", content: nameOf(tab) }))}
        selected={tabs.indexOf(selected)}
        onSelect={(index) => go({ [name]: tabs[index] ?? null })}
      />
    </TabRow>
  );
}
