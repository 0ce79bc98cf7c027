import type { BreadcrumbList } from 'schema-dts'

export function breadcrumbData(
  crumbs: readonly { name: string; path: string }[],
  siteUrl: string,
): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: siteUrl + crumb.path,
    })),
  }
}
