// SPDX-License-Identifier: MIT

/// Where messages from outside are put.
public enum Placement: Hashable, Sendable {
  /// Behind everything: live messages.
  case end
  /// Right before this message, in the order given: a page of older history.
  case before(MessageID)
  /// Behind this gap and right before what follows it: the newest page of what the gap stands for.
  /// The gap stays, with room for the pages before this one.
  case closing(gap: MessageID)
}

extension Store {
  /// Writes messages from outside, in their order, in one transaction. Returns those that are new.
  ///
  /// A message that is there already (its archive id, or the origin id of an own message) is a
  /// fixed point: what comes before it in `messages` is put before it, what comes after it is put
  /// after it, and never before the placement. So live messages and overlapping pages of the archive
  /// end up in the archive's order. An own message that waited here while others wrote is no such
  /// point: the archive has it behind them.
  @discardableResult
  public func receive(
    _ messages: [IncomingMessage], in conversation: ConversationID, at placement: Placement
  ) throws(StoreError) -> [Message] {
    try write { () throws(StoreError) in
      try reader.messages(place(messages, in: conversation, at: placement).map(\.id))
    }
  }

  /// Does what ``receive(_:in:at:)`` does and says only how many are new, and which of them comes
  /// first: a page of history is not read once more for that.
  public func receivePage(
    _ messages: [IncomingMessage], in conversation: ConversationID, at placement: Placement
  ) throws(StoreError) -> (count: Int, first: MessageID?) {
    try write { () throws(StoreError) in
      let new = try place(messages, in: conversation, at: placement)
      return (new.count, new.min { $0.position < $1.position }?.id)
    }
  }

  private func place(
    _ messages: [IncomingMessage], in conversation: ConversationID, at placement: Placement
  ) throws(StoreError) -> [Placed] {
    guard try exists(conversation) else { throw .notFound }
    var new: [Placed] = []
    var run: [IncomingMessage] = []
    var last: MessageID?
    // The same id twice in one page: the first one has it.
    var taken: Set<String> = []
    var here = try KnownIDs(of: messages, in: conversation, reader)
    // What is next in the page goes behind this one, whatever own messages stand before it.
    var floor: MessageID?
    var bounds: PageBounds?
    for message in messages {
      guard here.mayHave(message), let known = try known(message, in: conversation) else {
        if message.archiveID.map({ taken.insert($0).inserted }) ?? true { run.append(message) }
        continue
      }
      if message.sender.isMe {
        if bounds == nil {
          bounds = try self.bounds(of: messages, here, in: conversation, placement)
        }
        guard try isPoint(known, in: conversation, above: floor ?? bounds?.floor, bounds?.ceiling)
        else { continue }
      }
      new += try insert(run, in: conversation, between: last, and: known, placement)
      here.insert(run)
      run.removeAll(keepingCapacity: true)
      last = known
      floor = known
    }
    return try new + insert(run, in: conversation, between: last, and: nil, placement)
  }

  /// Marks a stretch of history that is missing before whatever comes next, and leaves room for it
  /// (XEP-0313: to be called when a stream begins, before its first live message).
  ///
  /// Returns the gap that is there when nothing came after it yet, and nil when the conversation
  /// has no history for a gap to be in.
  public func openGap(
    in conversation: ConversationID, at time: Timestamp
  ) throws(StoreError) -> MessageID? {
    try write { () throws(StoreError) in
      guard let last = try reader.latest(1, in: conversation).first else { return nil }
      if last.kind == .gap { return last.id }
      let gap = NewRow(IncomingMessage(sender: .me, body: "", time: time, kind: .gap))
      return try insert(
        gap, at: last.position.rawValue + Self.positionStep, in: conversation)
    }
  }

  private func exists(_ conversation: ConversationID) throws(StoreError) -> Bool {
    try connection.integer("SELECT 1 FROM conversation WHERE id = ?1", conversation) != nil
  }

  // MARK: Positions

  /// The usual distance between two messages, so that some can be put between them.
  static let positionStep: Int64 = 1 << 10
  /// Where a conversation's first message stands: far from both ends of the numbers.
  static let firstPosition: Int64 = 1 << 56
  /// The room behind a gap: a thousand million messages.
  static let gapRoom: Int64 = 1 << 40

  /// Where the next message goes.
  func endPosition(in conversation: ConversationID) throws(StoreError) -> Int64 {
    let query = try connection.prepare(
      """
      SELECT position, kind FROM message WHERE conversation = ?1
      ORDER BY position DESC LIMIT 1
      """)
    try query.bind(conversation)
    guard try query.step() else { return Self.firstPosition }
    let isGap = query.integer(1) == Int64(Message.Kind.gap.rawValue)
    return query.integer(0) + (isGap ? Self.gapRoom : Self.positionStep)
  }

  /// Inserts `run` after `lower` and before `upper`, as far as these are given.
  private func insert(
    _ run: [IncomingMessage], in conversation: ConversationID, between lower: MessageID?,
    and upper: MessageID?, _ placement: Placement
  ) throws(StoreError) -> [Placed] {
    guard !run.isEmpty else { return [] }
    let positions: [Int64]
    if let upper {
      positions = try self.positions(run.count, before: upper, in: conversation)
    } else if let lower, try !standsBefore(lower, placement, in: conversation) {
      positions = try self.positions(run.count, after: lower, hugging: .lower, in: conversation)
    } else {
      switch placement {
      case .end:
        let first = try endPosition(in: conversation)
        positions = run.indices.map { first + Int64($0) * Self.positionStep }
      case .before(let id):
        positions = try self.positions(run.count, before: id, in: conversation)
      case .closing(let gap):
        positions = try self.positions(run.count, after: gap, hugging: .upper, in: conversation)
      }
    }
    let placed = try insert(run, at: positions, in: conversation)
    let isLive = upper == nil && lower == nil && placement == .end
    if isLive, let time = run.map(\.time).max() {
      try connection.run(
        "UPDATE conversation SET activity = max(activity, ?2) WHERE id = ?1", conversation, time)
    }
    return placed
  }

  /// Whether a fixed point stands before the place of the page, and maybe other messages between the
  /// two: what I wrote while others wrote can have another place in the archive than here.
  private func standsBefore(
    _ id: MessageID, _ placement: Placement, in conversation: ConversationID
  ) throws(StoreError) -> Bool {
    switch placement {
    case .end: false
    case .before(let place), .closing(gap: let place):
      try position(of: id, in: conversation) < position(of: place, in: conversation)
    }
  }

  private enum Side { case lower, upper }

  func position(
    of id: MessageID, in conversation: ConversationID
  ) throws(StoreError) -> Int64 {
    guard
      let position = try connection.integer(
        "SELECT position FROM message WHERE id = ?1 AND conversation = ?2", id, conversation)
    else { throw .notFound }
    return position
  }

  private func positions(
    _ count: Int, before id: MessageID, in conversation: ConversationID
  ) throws(StoreError) -> [Int64] {
    let upper = try position(of: id, in: conversation)
    let lower = try connection.integer(
      "SELECT max(position) FROM message WHERE conversation = ?1 AND position < ?2",
      conversation, upper)
    let room = Self.positions(count, between: lower, and: upper, hugging: .upper)
    if let room { return room }
    try makeRoom(around: upper, in: conversation)
    return try positions(count, before: id, in: conversation)
  }

  private func positions(
    _ count: Int, after id: MessageID, hugging side: Side, in conversation: ConversationID
  ) throws(StoreError) -> [Int64] {
    let lower = try position(of: id, in: conversation)
    let upper = try connection.integer(
      "SELECT min(position) FROM message WHERE conversation = ?1 AND position > ?2",
      conversation, lower)
    guard let upper else {
      let first = try endPosition(in: conversation)
      return (0..<count).map { first + Int64($0) * Self.positionStep }
    }
    let room = Self.positions(count, between: lower, and: upper, hugging: side)
    if let room { return room }
    try makeRoom(around: upper, in: conversation)
    return try positions(count, after: id, hugging: side, in: conversation)
  }

  /// `count` free positions: at the usual distance from one side where there is room for that, else
  /// spread evenly; nil when there is no room at all.
  private static func positions(
    _ count: Int, between lower: Int64?, and upper: Int64, hugging side: Side
  ) -> [Int64]? {
    let n = Int64(count)
    guard let lower else {
      return (0..<n).map { upper - (n - $0) * positionStep }
    }
    let free = upper - lower - 1
    guard free >= n else { return nil }
    if free >= (n + 1) * positionStep {
      return switch side {
      case .lower: (1...n).map { lower + $0 * positionStep }
      case .upper: (0..<n).map { upper - (n - $0) * positionStep }
      }
    }
    let step = (free + 1) / (n + 1)
    return (1...n).map { lower + $0 * max(step, 1) }
  }

  /// Moves everything on the shorter side of `position` away from it.
  ///
  /// Needed only when a thousand messages have been put between two that were neighbours, so it may
  /// cost as much as the rows it moves. Two steps, by way of negative numbers, because SQLite
  /// checks that positions are unique row by row.
  func makeRoom(
    around position: Int64, in conversation: ConversationID
  ) throws(StoreError) {
    let rank = try reader.rank(of: MessagePosition(rawValue: position), in: conversation)
    let count = try reader.count(in: conversation)
    if count - rank <= rank {
      try connection.run(
        "UPDATE message SET position = -position WHERE conversation = ?1 AND position >= ?2",
        conversation, position)
      try connection.run(
        "UPDATE message SET position = ?2 - position WHERE conversation = ?1 AND position < 0",
        conversation, Self.gapRoom)
      // The read mark is a position too: it goes with the messages it stands among.
      try connection.run(
        """
        UPDATE conversation SET read_position = read_position + ?3
        WHERE id = ?1 AND read_position >= ?2
        """, conversation, position, Self.gapRoom)
    } else {
      try connection.run(
        "UPDATE message SET position = -position WHERE conversation = ?1 AND position < ?2",
        conversation, position)
      try connection.run(
        "UPDATE message SET position = -?2 - position WHERE conversation = ?1 AND position < 0",
        conversation, Self.gapRoom)
      try connection.run(
        """
        UPDATE conversation SET read_position = read_position - ?3
        WHERE id = ?1 AND read_position < ?2 AND read_position > 0
        """, conversation, position, Self.gapRoom)
    }
  }
}
