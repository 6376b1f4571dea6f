"""Where every fault of the page's first review is tested: its number there, the fault, the file, how the test's name begins.

Files are below tests/page where no folder is named. A fault that has no test says why.

A1 secret into the thread: test_play::test_a1_, test_private_message::test_a_secret_order_that_is_copied
A2 loads for ever: test_load::test_a2_, test_load::test_a_stalled_connection
A3 the board vanishes: test_orders::test_a3_, test_looks::test_the_board_stands_still_while
A4 ambiguous shown as illegal: test_orders::test_a3_a4_, test_orders::test_an_order_that_can_be_read_in_two_ways_offers
A5 colours contradict the game: test_looks::test_a5_
A6 cars under the path: test_review::test_a6_, test_road::test_no_number_of_a_way, render/test_told_apart::test_what_lies_under_cars
A7 one way of chance only: test_review::test_a7_
A8 500 ways, cut: test_review::test_a8_
A9 what is mended is illegal: test_review::test_a9_, test_for_players::test_an_illegal_order_is_asked
A10 "whole board" was not whole: test_review::test_a10_
A11 error text cut, no way on: test_load::test_a2_a11_
A12 an earlier turn looks like now: test_review::test_a12_, test_for_players::test_arrow_keys_step
A13 two things called turn: test_review::test_a13_, test_for_players::test_one_line_says
A14 "WC" explained nowhere: test_review::test_a14_
A15 no rulers: test_review::test_a15_
A16 bold black in terminals: render/test_terminal_colours::test_a16_
A17 a reload loses the order: test_play::test_a17_
A18 colours given twice: test_looks::test_a18_
A19 illegal orders copied like legal ones: test_play::test_a19_, test_for_players::test_an_illegal_order_is_asked
A20 costs and outcome of what cannot be: test_review::test_a20_, test_for_players::test_an_illegal_order_is_asked
B1 find my car: test_for_players::test_one_line_says, test_looks::test_my_car_is_marked
B2 see what I can reach: test_for_players::test_choosing_a_seat, test_play::test_what_can_be_reached_is_marked
B3 notation out of sight, no example: test_small::test_b3_
B4 mended three times, out of sight on a telephone: test_small::test_b4_, test_in_sight::test_a_shut_sheet_shows
B5 no sum of risks, other cars no topic: test_small::test_b5_, test_orders::test_the_bar_shows
B6 one has to know "else": test_small::test_b6_, test_small::test_a_tap_after_else
B7 no animation, keys, trail: test_play::test_a_turn_is_animated, test_for_players::test_arrow_keys, test_small::test_e_the_last_moves
B8 Copy far below on a telephone: test_for_players::test_nothing_is_cut, test_telephone::test_on_a_telephone_the_board
B9 no Ctrl+Enter, no Esc: test_looks::test_the_keyboard_is_enough
B10 laborious on a phone: test_touch::test_a_whole_turn, test_for_players::test_nothing_is_cut, test_sheet::test_every_key_is_in_reach
B tap to build an order: test_for_players::test_a_tap_writes, test_review::test_dice_are, test_review::test_a_card_is, test_review::test_a_shift_is
C first visit heavy: test_safety::test_the_first_visit_is_light
C servers that do not compress: test_load::test_a_web_space_without_packed, test_load::test_the_bar_counts
C no size, no bar: test_load::test_loading_shows_a_bar
C small targets: test_small::test_c_, test_touch::test_what_is_pressed
C accessibility: test_looks::test_it_fits_and_has_no_fault, test_below::test_what_can_be_opened
C a file, no scripts, a line that is paid by the byte: test_load::test_c_, test_looks::test_everything_can_be_read_without_scripts
D1 what to do is small, nobody awaited: test_small::test_d1_, test_for_players::test_one_line_says
D2 asterisks, cars without heading: render/test_drawing::test_every_piece_shows, render/test_drawn_games::test_every_shipped_board_is_drawn
D2 ground like the road: test_in_sight::test_stripes, render/test_drawing::test_every_shipped_track_is_drawn_whole
D2 no direction of travel: test_small::test_d2_ (noses and ways of the cars; lines of Tacara have arrows)
D3 rows in an inner scroll box: test_for_players::test_nothing_is_cut, test_looks::test_board_and_box
D4 wasted room, the board twice: test_small::test_d4_, test_panel::test_a_board_that_is_shown_once
D5 the path has no line, no end: test_small::test_d5_, render/test_told_apart::test_the_end_of_an_order
D6 red from the first key: test_for_players::test_d6_, test_typed::test_half_an_order_is_called_wrong_at_no_letter
D7 wooden words, costs of nothing: test_small::test_d7_, test_review::test_what_an_order_costs, test_review::test_a_finger_on_a_rule
D8 35 lines, the news last: test_for_players::test_what_happened, test_review::test_the_news, test_posts_of_turns::test_what_happened_is
D9 praise, no fault
E BoardGameArena (bar, panels, linked log): test_for_players::test_one_line_says, test_below::test_the_log_tells
E Lichess (arrows, lines, link, ranked, picture): test_own::test_own_arrows, test_play::test_the_sandbox_plays, test_play::test_the_best
E Lichess (moving picture to share): cli/test_pictures::test_the_page_links_to_the_replay
E Racetrack (dots, trails, velocity, colour of a crash): test_small::test_e_the_last_moves, test_tap::test_a_sure_crash
E Rally the Troops (own colour, hover, undo, rules): test_review::test_the_news, test_undo::test_undo_and_redo, test_small::test_b3_
E 18xx.games (tab, icon, buttons, history): test_small::test_e_the_tab, test_play::test_keys_write; notices need a server, of which there is none
F html, events before standings: test_posts_of_turns::test_a_post_begins (everywhere the same order now)
F svg as text, without legend and who is next: render/test_thread_tables::test_an_svg_is_laid_out, render/test_drawn_games::test_cars_on_one_tile
F no PNG: cli/test_pictures::test_a_report_as_png
F plan "worth -39.27", rows alike: cli/test_small_help::test_a_plan_says_in_words, test_typed::test_the_best_orders_show
F small axes, heat to be read three times: render/test_thread_pictures::test_charts_are, simulate/test_play::test_a_heat_map
F terminal, the board scrolls away: test_posts_of_turns::test_every_car_that_moved (a line a car), render/test_terminal_colours::test_a16_
G Discord cuts the board: test_posts_of_turns::test_a_board_is_whole, test_posts_of_turns::test_a_part_of_a_board
G nothing at the top, no call for orders: test_posts_of_turns::test_a_post_begins, test_posts_of_turns::test_every_game_says
G no link to the page: test_posts_of_turns::test_the_address_of_the_page
G 13 lines of sand: test_posts_of_turns::test_sand_is_counted
G events folded on one forum only: render/test_forums::test_long_lists_are_folded
G hash in every post: meaningless since each post has to prove its own turn
G numbers of rules after every line: test_hints::test_players_read_no_numbers; posts keep them for disputes
H1 drawn board: test_drawn::test_words_on_the_board, test_review::test_a15_
H2 play by tap: test_for_players::test_a_tap_writes, test_for_players::test_no_key_leads
H3 a top line: test_for_players::test_one_line_says, test_head::test_a_deadline_is_told_once
H4 PNG of the turn: cli/test_pictures::test_a_report_as_png, cli/test_pictures::test_the_command_writes_a_replay
H5 phone: test_for_players::test_nothing_is_cut, test_sheet::test_the_verdict_is_in_sight
H6 best orders, chance on the board, one bar: test_play::test_the_best_orders, test_review::test_a7_, test_orders::test_the_bar_shows
H7 lines a car, steps, addresses, "your turn": test_for_players::test_what_happened, test_for_players::test_arrow_keys
H8 forum post: test_posts_of_turns::test_a_post_begins
H9 private, time-out, warning, bar: test_play::test_a1_, test_load::test_a2_, test_play::test_a19_, test_load::test_loading_shows
H10 twelve colours with patterns: render/test_told_apart::test_a_pattern_is_seen, render/test_drawing::test_pieces_are_told_apart
"""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_every_fault_of_the_review_is_listed_with_tests_that_there_are() -> None:
    lines = str(__doc__).split("\n\n")[-1].split("\n")
    numbers = [line.split()[0] for line in lines if line]
    most = {"A": 20, "B": 10, "D": 9, "H": 10}
    assert {*numbers} == {*"BCEFG", *(f"{part}{number}" for part in most for number in range(1, most[part] + 1))}
    places = (TESTS / "page", TESTS / "page" / "looks", TESTS)
    for file, name in re.findall(r"([\w/]+)::(\w+)", str(__doc__)):
        [path] = [path for path in (place / f"{file}.py" for place in places) if path.is_file()]
        assert f"\ndef {name}" in path.read_text(encoding="utf-8"), (file, name)
