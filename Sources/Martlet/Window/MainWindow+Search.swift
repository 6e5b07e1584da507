// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// Finding in the conversation, and searching all of them.
extension MainWindow {
  func addSearchActions() {
    window.add(Action("find") { [weak self] in self?.chat?.find() })
    window.add(Action("find-next") { [weak self] in self?.chat?.stepFind(older: true) })
    window.add(Action("find-previous") { [weak self] in self?.chat?.stepFind(older: false) })
    window.add(Action("search") { [weak self] in self?.showSearch() })
    window.add(Action("return") { [weak self] in self?.chat?.list.goBack() })
  }

  /// Shows the page, with what was looked for last.
  func showSearch() {
    guard let session else { return }
    let page = searchPage ?? makeSearchPage(session.store)
    searchPage = page
    searchState = .shown
    show(page: page.widget, title: tr("Search"))
    split.showsContent = true
    arrange()
    page.focus()
  }

  private func makeSearchPage(_ store: Store) -> SearchPage {
    let page = SearchPage(store)
    page.onFault = { [weak self] in self?.content.banner.show(StoreFault($0).sentence) }
    page.onLeave = { [weak self] in self?.leaveSearch() }
    page.onOpen = { [weak self] message, search in
      guard let self else { return }
      select(message.conversation)
      guard chat?.conversation?.id == message.conversation else { return }
      searchState = .left
      arrange()
      chat?.show(message.id, foundBy: search)
    }
    return page
  }

  /// Back to the conversation that was open.
  func leaveSearch() {
    if let id = chat?.conversation?.id { select(id) }
  }

  /// Goes back from a message to the results it was found among. Returns whether it came from there.
  func returnToSearch() -> Bool {
    switch searchState {
    case .none: return false
    case .left: showSearch()
    case .shown:
      leaveSearch()
      // With room for one pane only, back means to the list.
      if split.isCollapsed { return false }
    }
    return true
  }
}

/// Where the user is with the search in all conversations.
enum SearchState {
  case none
  /// Its page is on the screen.
  case shown
  /// A message of its results is, and the way back leads to them.
  case left
}
