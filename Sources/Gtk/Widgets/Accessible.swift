// SPDX-License-Identifier: MIT
import CGtk

/// What assistive technologies take a widget for (WAI-ARIA 1.2 roles that GTK 4.8 knows).
public enum AccessibleRole: Sendable {
  case group, list, listItem, log, label, image, presentation, status, toolbar, textBox, separator
  case search, region, alert, button, none, dialog, heading, article, radio

  var gtk: GtkAccessibleRole {
    switch self {
    case .group: GTK_ACCESSIBLE_ROLE_GROUP
    case .list: GTK_ACCESSIBLE_ROLE_LIST
    case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
    case .log: GTK_ACCESSIBLE_ROLE_LOG
    case .label: GTK_ACCESSIBLE_ROLE_LABEL
    case .image: GTK_ACCESSIBLE_ROLE_IMG
    case .presentation: GTK_ACCESSIBLE_ROLE_PRESENTATION
    case .status: GTK_ACCESSIBLE_ROLE_STATUS
    case .toolbar: GTK_ACCESSIBLE_ROLE_TOOLBAR
    case .textBox: GTK_ACCESSIBLE_ROLE_TEXT_BOX
    case .separator: GTK_ACCESSIBLE_ROLE_SEPARATOR
    case .search: GTK_ACCESSIBLE_ROLE_SEARCH
    case .region: GTK_ACCESSIBLE_ROLE_REGION
    case .alert: GTK_ACCESSIBLE_ROLE_ALERT
    case .button: GTK_ACCESSIBLE_ROLE_BUTTON
    case .none: GTK_ACCESSIBLE_ROLE_NONE
    case .dialog: GTK_ACCESSIBLE_ROLE_DIALOG
    case .heading: GTK_ACCESSIBLE_ROLE_HEADING
    case .article: GTK_ACCESSIBLE_ROLE_GROUP
    case .radio: GTK_ACCESSIBLE_ROLE_RADIO
    }
  }
}

extension Widget {
  /// What it is taken for. GTK fixes it when the widget is first shown.
  final func setAccessibleRole(_ role: AccessibleRole) {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, gint(role.gtk.rawValue))
    g_object_set_property(pointer(), "accessible-role", &value)
    g_value_unset(&value)
  }

  /// The name that a screen reader speaks.
  public final func setAccessibleLabel(_ label: String) {
    updateAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, label)
  }

  /// A sentence on what it does, spoken after the name.
  public final func setAccessibleDescription(_ description: String) {
    updateAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description)
  }

  public final func setAccessiblePlaceholder(_ text: String) {
    updateAccessible(GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER, text)
  }

  /// Tells that it takes several lines of text.
  public final func setAccessibleMultiLine(_ multiLine: Bool) {
    var properties = [GTK_ACCESSIBLE_PROPERTY_MULTI_LINE]
    var value = GValue()
    g_value_init(&value, martlet_type_boolean())
    g_value_set_boolean(&value, multiLine ? 1 : 0)
    gtk_accessible_update_property_value(pointer(), 1, &properties, &value)
    g_value_unset(&value)
  }

  /// Hides it and its children from assistive technologies: it is decoration.
  public final func setAccessibleHidden(_ hidden: Bool) {
    updateState(GTK_ACCESSIBLE_STATE_HIDDEN, hidden)
  }

  /// Tells whether a toggle is on.
  public final func setAccessiblePressed(_ pressed: Bool) {
    martlet_accessible_set_pressed(pointer(), pressed ? 1 : 0)
  }

  /// Tells whether a row of a list is the selected one.
  public final func setAccessibleSelected(_ selected: Bool) {
    // A boolean that can also be undefined: such states are collected as an int.
    var states = [GTK_ACCESSIBLE_STATE_SELECTED]
    var value = GValue()
    g_value_init(&value, martlet_type_int())
    g_value_set_int(&value, selected ? 1 : 0)
    gtk_accessible_update_state_value(pointer(), 1, &states, &value)
    g_value_unset(&value)
  }

  /// The place of a row among all rows of its list, 1-based, and how many there are.
  public final func setAccessiblePosition(_ position: Int, of count: Int) {
    var relations = [GTK_ACCESSIBLE_RELATION_POS_IN_SET, GTK_ACCESSIBLE_RELATION_SET_SIZE]
    var values = [GValue(), GValue()]
    for (index, number) in [position, count].enumerated() {
      g_value_init(&values[index], martlet_type_int())
      g_value_set_int(&values[index], gint(clamping: number))
    }
    gtk_accessible_update_relation_value(pointer(), 2, &relations, &values)
  }

  private func updateAccessible(_ property: GtkAccessibleProperty, _ text: String) {
    var properties = [property]
    var value = GValue()
    g_value_init(&value, martlet_type_string())
    g_value_set_string(&value, text)
    gtk_accessible_update_property_value(pointer(), 1, &properties, &value)
    g_value_unset(&value)
  }

  private func updateState(_ state: GtkAccessibleState, _ on: Bool) {
    var states = [state]
    var value = GValue()
    g_value_init(&value, martlet_type_boolean())
    g_value_set_boolean(&value, on ? 1 : 0)
    gtk_accessible_update_state_value(pointer(), 1, &states, &value)
    g_value_unset(&value)
  }
}
