package com.example.list;

import java.util.ArrayList;
import java.util.List;

/**
 * The Java half of a list on a screen: a toolkit that asks the program, by native methods, whatever
 * it does with a view. Rows that leave the screen at the top come back at its end with new contents.
 */
public final class RowList {
  static final class View {
    final View[] children;

    View(View... children) {
      this.children = children;
    }
  }

  private static native void created(View view);

  private static native void bind(View view, int position);

  private static native int ownHeight(View view);

  private static native void clicked(View button);

  private RowList() {}

  /** Opens the list, scrolls it by a row in each frame, clicks; the heights of all frames. */
  static long run(int visible, int frames) {
    List<View> rows = new ArrayList<>();
    for (int i = 0; i < visible; i++) {
      View row = new View(new View(), new View(), new View()); // label, image, button
      created(row);
      for (View child : row.children) created(child);
      rows.add(bound(row, i));
    }
    long heights = 0;
    for (int frame = 0; frame < frames; frame++) {
      for (View row : rows) heights += measured(row);
      rows.add(bound(rows.remove(0), visible + frame));
    }
    clicked(rows.get(0).children[2]);
    return heights;
  }

  private static View bound(View row, int position) {
    bind(row, position);
    for (View child : row.children) bind(child, position);
    return row;
  }

  private static int measured(View view) {
    int height = ownHeight(view);
    for (View child : view.children) height += measured(child);
    return height;
  }
}
